"""Connections with time limits: a request must arrive, and an answer must be read, within some seconds.

Otherwise a client could open many connections, send or read nothing, and tie up the server's resources indefinitely.
`worker_pool` limits the work between a request and its answer.
"""

from __future__ import annotations

import asyncio
import json
from typing import Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS: Final = 20.0
"""The time limit for the head of a request, in seconds."""

BODY_SECONDS: Final = 60.0
"""The time limit for its body after that."""

ANSWER_SECONDS: Final = 300.0
"""The time limit for reading an answer that does not fit in the system's buffers."""

_TOO_SLOW: Final = json.dumps({"error": "the request arrives too slowly"}).encode()


class PromptConnection(H11Protocol):
    """A connection that is closed when the client is too slow."""

    _awaited: object = None
    _request_clock: asyncio.TimerHandle | None = None
    _answer_clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for a request."""
        super().connection_made(cast("asyncio.Transport", transport))
        self.transport.set_write_buffer_limits(0)  # to learn of all unread data
        self._wait()

    def handle_events(self) -> None:
        """Handle the received events, and wait for the next."""
        super().handle_events()
        self._wait()

    def pause_writing(self) -> None:
        """Begin to wait for an answer to be read."""
        super().pause_writing()
        self._answer_clock = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop waiting: the answer has been read."""
        _stop(self._answer_clock)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        _stop(self._request_clock)
        _stop(self._answer_clock)
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Restart the timer if the awaited part of the request, head or body, has changed."""
        awaited = self.conn.their_state, self.cycle
        if awaited != self._awaited:
            self._awaited = awaited
            _stop(self._request_clock)
            seconds = {h11.IDLE: HEAD_SECONDS, h11.SEND_BODY: BODY_SECONDS}.get(self.conn.their_state)
            if seconds is not None:
                self._request_clock = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        """Close the connection, and state the reason if a partial request is unanswered."""
        if self.conn.our_state is h11.SEND_RESPONSE:
            headers = {"content-type": "application/json", "content-length": str(len(_TOO_SLOW)), "connection": "close"}
            start = h11.Response(status_code=408, headers=list(headers.items()))
            for event in (start, h11.Data(data=_TOO_SLOW), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def _stop(clock: asyncio.TimerHandle | None) -> None:
    if clock is not None:
        clock.cancel()

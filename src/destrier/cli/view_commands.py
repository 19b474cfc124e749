"""Commands that open the viewer or write pages that need no server."""

from __future__ import annotations

from typing import Final

import click

from destrier.cli.arguments import Integer, folder_option, is_given, shown_argument
from destrier.cli.messages import Bar, answer, complain
from destrier.support.atomic import check_folder
from destrier.support.errors import DestrierError
from destrier.support.optional import extra


@click.command("view", epilog="Example: destrier view tour.npy")
@shown_argument
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Listen on this address, such as 0.0.0.0 in a container.",
)
@click.option("--port", type=Integer(0, 65535), default=0, metavar="N", help="Listen on port N; by default a free one.")
@click.option("--no-browser", is_flag=True, help="Print the address, but do not open the browser.")
@click.option("--gallery", is_flag=True, help="Write a folder of interactive pages that need no server instead.")
@folder_option("Write the gallery here; by default to gallery.")
def view(file: str | None, host: str, port: int, no_browser: bool, gallery: bool, out: str | None) -> None:
    """Open the viewer in the browser, to make, change, watch, measure and play tours; show FILE first.

    The viewer runs until Ctrl-C. On any address, it answers only pages opened as 127.0.0.1 or localhost. The pages of
    the gallery show many kinds of tours.
    """
    if gallery:
        context = click.get_current_context()
        if given := [name for name in ("host", "port") if is_given(context, name)]:
            raise DestrierError(f"the gallery needs no server: leave out --{given[0]} or --gallery")
        _write_gallery(file, out or "gallery")
        return
    if out is not None:
        raise DestrierError("-o is for the gallery: add --gallery")
    from destrier.core.tourney import Tourney
    from destrier.io.files import load

    for package in ("fastjsonschema", "starlette", "uvicorn"):
        extra(package, "viewer", "the viewer")
    from destrier.viewer.server import run

    shown = None if file is None else load(file, holds=Tourney)
    try:
        run(shown, host=host, port=port, opened=not no_browser, tell=_say)
    except OSError as error:
        raise DestrierError(f"port {port} of {host}: {error.strerror}") from error


def _say(address: str) -> None:
    click.echo(address)
    complain("the viewer runs until Ctrl-C")


def _write_gallery(file: str | None, out: str) -> None:
    from destrier.viewer.gallery import write_gallery

    if file is not None:
        raise DestrierError("the gallery shows its own tours: leave out FILE or --gallery")
    check_folder(out)
    answer(str(write_gallery(out, progress=Bar())))


COMMANDS: Final = (view,)

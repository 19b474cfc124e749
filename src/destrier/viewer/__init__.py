"""The viewer: a page in the browser for making, changing, watching, measuring and playing tours.

`server` starts it on this machine. `api` answers the page: it parses each request, runs one function of `work` in a
process of the `worker_pool`, and returns the result. `limits` refuses requests that do not come from the page itself.
The page is `static/`: plain modules without dependencies.

The server is stateless. A tourney travels as the bytes of its `.npy` file, one byte per square.
"""

"""The viewer: a page in the browser for making, changing, watching, measuring and playing tours.

`server` starts it on this machine. `api` answers the page: each request is parsed, done by one function of `work` in a
process of the `worker_pool`, and answered. `limits` refuses requests that do not come from the page itself. The page is
`static/`: plain modules without dependencies.

The server keeps nothing between requests. A tourney travels as the bytes of its `.npy` file, one byte per square.
"""

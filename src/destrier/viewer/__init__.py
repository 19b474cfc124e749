"""The viewer: a page in the browser on which one can make, change, watch, measure and play tours.

`server` starts it on this machine. `api` is what the page asks: each request is parsed, done by one function of
`work` in a process of the `crew`, and answered. `limits` refuses what does not come from the page itself. The page is
`static/`: plain modules that need nothing else.

The server keeps nothing between requests. A tourney travels as the bytes of its `.npy` file, one byte a square.
"""

"""Files of text that the tests of the files and of the command line both read."""

CLOSED = """\
 0 31 28  9  6 15
27 10 35 14 29  8
32  1 30  7 16  5
11 26 13 34 19 22
 2 33 24 21  4 17
25 12  3 18 23 20
"""
OPEN = """\
 0  9 20 15  6
19 14  7 10 21
 8  1 22  5 16
13 18  3 24 11
 2 23 12 17  4
"""
RING = "0 5 2\n3 . 7\n6 1 4\n"
FOUR_CYCLES = """\
# cycles: 4 4 4 4
 0  4  8 12
11 15  1  5
 7  3 13  9
14 10  6  2
"""

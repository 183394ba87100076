"""Arrays, data frames and graphs of other libraries, as what a graph is made of.

No other library is imported here unless the user's object needs it.
"""

"""Loaded first by the process from which all others are forked: it gives way to the server.

To load all the rules takes seconds of a core; whoever plays meanwhile waits for none of it.
"""

import os

os.nice(5)  # of what it loads, and of all that is forked from it

"""The helper process that starts sandboxes, enters them and cleans up after them.

It runs as a program of its own (`main`), needs nothing but the standard library, and stays small
and single-threaded, so that forking it is cheap and safe. It owns every sandbox of the process that
started it: when that process goes, in whatever way, it ends them and removes what they left.
"""

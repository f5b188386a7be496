"""The revisions, oldest first by name.

Each stands alone, also where it repeats another one: a helper they shared would change what has run already.
"""

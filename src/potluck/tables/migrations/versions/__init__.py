"""The revisions, oldest first by name.

Each stands alone, also where it repeats another one, and stays as it was: neither a helper they shared nor an
edit changes what has run already; a further revision does.
"""

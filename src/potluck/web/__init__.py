"""The network: pages, sockets, sessions, limits. Knows tables, no rules."""

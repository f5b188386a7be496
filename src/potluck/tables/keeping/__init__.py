"""The file that keeps a house: whose turn it is to serve it, its backup, and how a backup comes back."""

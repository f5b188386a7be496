"""Games in progress: seats, identities, storage, undo, bot pool. No HTTP here."""

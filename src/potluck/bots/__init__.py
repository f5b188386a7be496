"""Players for any game. They get views and events, never states."""

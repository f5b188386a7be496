"""People in real browsers at a real server. Needs the system's Chromium and the built client."""

"""What can be wrong with what the lab is asked, each with its key into the terminal's catalogue."""


class LabError(Exception):
    """The lab cannot do that; the terminal has words for it."""

    def __init__(self, key: str, **texts: str) -> None:
        """`texts` go into the sentence of the key as they are."""
        super().__init__(f"{key} {texts}")
        self.key = key
        self.texts = texts

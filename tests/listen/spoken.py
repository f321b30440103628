"""Run Orca and print all that it would speak, a line each; for the system's Python, which has Orca.

It gets no speech server: one without a sound device blocks it.
"""

import sys
from pathlib import Path


def main() -> int:
    """Run Orca until it is ended."""
    sys.modules["speechd"] = None  # type: ignore[assignment]  # an import of it fails
    from orca import orca, speech

    def write(text: str, *_: object) -> None:
        print(" ".join(text.split()), flush=True)

    speech._speak = speech.speakCharacter = write
    unneeded = dict.fromkeys(("enableBraille", "enableBrailleMonitor", "enableSound"), False)
    orca.getSettingsManager().activate(str(Path.home() / "orca"), unneeded)
    return orca.main()


if __name__ == "__main__":
    sys.exit(main())

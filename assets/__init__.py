"""What the program carries beside its code: rule books, words, sounds.

Law: files are found as package data, so that a wheel and a built program have them; where they lie is asked once.
"""

from importlib.resources import files
from typing import Final

FILES: Final = files(__name__)

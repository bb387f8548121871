"""The sealed deal: peers who do not trust each other shuffle and deal, and all can check it. README.md says how."""

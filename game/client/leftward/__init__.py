"""Support for right-to-left languages: letters in visual order, and mirrored pages."""

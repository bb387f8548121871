"""What everything is drawn with, and sounds: no widget, no scene, no rule."""

"""Speed and strength, measured side by side with a named peer; nothing here is a test."""

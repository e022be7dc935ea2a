"""What a host needs besides the app: start and stop, logs, limits, and a check that it really works."""

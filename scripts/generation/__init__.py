"""What scripts/schema makes of the types of schema/ for the clients."""

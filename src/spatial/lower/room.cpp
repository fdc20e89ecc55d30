// This room is being built.

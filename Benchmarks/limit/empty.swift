// What a Swift program costs that does nothing: the static runtime's own start and end.

package io.sallyport.leasebridge;

/** Where in a document something stands; both 1-based. */
record Place(int line, int column) {
    static final Place START = new Place(1, 1);

    /** That many characters further in the same line. */
    Place plus(int characters) {
        return new Place(line, column + characters);
    }
}

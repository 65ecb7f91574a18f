package io.sallyport.documents;

/** Where in a document something stands; both 1-based. */
public record Place(int line, int column) {
    public static final Place START = new Place(1, 1);

    /** That many characters further in the same line. */
    public Place plus(int characters) {
        return new Place(line, column + characters);
    }
}

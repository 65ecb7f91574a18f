package io.sallyport.documents;

/** A place in a document; line and column start at 1. */
public record Place(int line, int column) {
    public static final Place START = new Place(1, 1);

    /** Returns the place that many characters further on the same line. */
    public Place plus(int characters) {
        return new Place(line, column + characters);
    }
}

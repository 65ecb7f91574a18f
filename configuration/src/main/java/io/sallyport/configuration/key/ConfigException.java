package io.sallyport.configuration.key;

import io.sallyport.documents.Place;

/** A configuration that cannot be used. The message names the file and, if known, the line and column. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;

    public ConfigException(String message) {
        this(message, new Place(0, 0));
    }

    /** @param place the position that the message names */
    public ConfigException(String message, Place place) {
        super(message);
        line = place.line();
        column = place.column();
    }

    public ConfigException(String message, Throwable cause) {
        super(message, cause);
        line = 0;
        column = 0;
    }

    public Place place() {
        return new Place(line, column);
    }
}

package io.sallyport.configuration;

/** A configuration that cannot be used; the message says the file and, where one is known, the line and column. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1;

    public ConfigException(String message) {
        super(message);
    }

    public ConfigException(String message, Throwable cause) {
        super(message, cause);
    }
}

package io.sallyport.configuration;

/** A configuration that cannot be used. The message names the file and, if known, the line and column. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1;

    public ConfigException(String message) {
        super(message);
    }

    public ConfigException(String message, Throwable cause) {
        super(message, cause);
    }
}

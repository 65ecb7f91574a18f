package io.sallyport.gateway.serve;

/** A gateway could not be started. The message tells the operator why. */
public final class StartException extends Exception {
    private static final long serialVersionUID = 1;

    public StartException(String message) {
        super(message);
    }

    public StartException(String message, Throwable cause) {
        super(message, cause);
    }
}

package io.sallyport.apiservers.sandbox;

/** API servers cannot be started on this machine as the configuration says; the message names the setting. */
public final class HostException extends Exception {
    private static final long serialVersionUID = 1;

    HostException(String message) {
        super(message);
    }

    HostException(String message, Throwable cause) {
        super(message, cause);
    }
}

package io.sallyport.apiservers.sandbox;

/** API servers cannot be started on this machine as the configuration says; the message names the setting. */
public final class HostSetupException extends Exception {
    private static final long serialVersionUID = 1;

    HostSetupException(String message) {
        super(message);
    }

    HostSetupException(String message, Throwable cause) {
        super(message, cause);
    }
}

package io.sallyport.apiservers.files;

/** A transfer is refused for what is, or is not, at either of its ends; the message says what, and can be printed. */
public final class TransferException extends Exception {
    private static final long serialVersionUID = 1;

    TransferException(String message) {
        super(message);
    }
}

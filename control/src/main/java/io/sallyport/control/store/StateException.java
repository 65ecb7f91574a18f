package io.sallyport.control.store;

import java.nio.file.Path;

/** State that cannot be read or written. The message names the file. */
public final class StateException extends Exception {
    private static final long serialVersionUID = 1;

    public StateException(Path file, String why) {
        super(file + ": " + why);
    }

    public StateException(Path file, String why, Throwable cause) {
        super(file + ": " + why + ": " + cause, cause);
    }
}

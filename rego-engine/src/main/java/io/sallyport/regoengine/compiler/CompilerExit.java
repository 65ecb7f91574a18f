package io.sallyport.regoengine.compiler;

/**
 * Thrown when the Go runtime exits. Status 2 means that it ran out of memory or stack, or panicked; its last output on
 * standard error says which.
 */
final class CompilerExit extends RuntimeException {
    private static final long serialVersionUID = 1;

    CompilerExit(int status) {
        super("exit status " + status, null, false, false);
    }
}

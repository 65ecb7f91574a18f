package io.sallyport.regoengine.compiler;

/** The Go runtime gave up: of 2, it ran out of memory or stack, or panicked, and said so in its last words. */
final class CompilerExit extends RuntimeException {
    private static final long serialVersionUID = 1;

    CompilerExit(int status) {
        super("exit status " + status, null, false, false);
    }
}

package io.sallyport.regoengine.bytecode;

/** Thrown for a valid plan that no class can hold; it then runs as nodes. */
public final class NotCompilable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotCompilable(String why) {
        super(why, null, false, false);
    }
}

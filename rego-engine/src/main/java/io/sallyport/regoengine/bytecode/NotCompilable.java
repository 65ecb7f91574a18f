package io.sallyport.regoengine.bytecode;

/** A plan, within what may be loaded, that no class can hold: it runs on nodes. */
public final class NotCompilable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotCompilable(String why) {
        super(why, null, false, false);
    }
}

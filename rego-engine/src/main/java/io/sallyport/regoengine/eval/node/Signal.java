package io.sallyport.regoengine.eval.node;

/** The result of running a node; a positive number is how many blocks to leave. */
final class Signal {
    static final int NEXT = 0;
    static final int UNDEFINED = 1;
    static final int RETURN = -1;

    private Signal() {}

    /** Returns what {@code signal} means one block further out. */
    static int outOf(int signal) {
        return signal > UNDEFINED ? signal - 1 : signal;
    }
}

package io.sallyport.regoengine.eval.node;

/** What a node answers: a positive number is how many blocks to leave. */
final class Signal {
    static final int NEXT = 0;
    static final int UNDEFINED = 1;
    static final int RETURN = -1;

    private Signal() {}

    /** What leaving the blocks of {@code signal} means one block further out. */
    static int outOf(int signal) {
        return signal > UNDEFINED ? signal - 1 : signal;
    }
}

package io.sallyport.cli.lease.batch;

/** A line that asks nothing that can be answered; it says why. */
final class UnreadableLine extends Exception {
    private static final long serialVersionUID = 1;

    private final String why;

    UnreadableLine(String why) {
        super(why);
        this.why = why;
    }

    String why() {
        return why;
    }
}

package io.sallyport.cli.lease.batch;

/** Thrown for a line that cannot be answered; says why. */
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

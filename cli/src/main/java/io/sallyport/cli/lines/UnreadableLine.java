package io.sallyport.cli.lines;

/** Thrown for a line that cannot be answered; says why. */
public final class UnreadableLine extends Exception {
    private static final long serialVersionUID = 1;

    private final String why;

    public UnreadableLine(String why) {
        super(why);
        this.why = why;
    }

    String why() {
        return why;
    }
}

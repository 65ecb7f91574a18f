package io.sallyport.admin.body;

/** A body that is not valid. Thrown and caught within this package only. */
final class BodyRefusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final int line;
    private final int column;

    /**
     * @param code stable, upper case
     * @param line 1-based; 0 if unknown
     */
    BodyRefusal(String code, String message, int line, int column) {
        super(message, null, false, false);
        this.code = code;
        this.line = line;
        this.column = column;
    }

    String code() {
        return code;
    }

    /** Returns the message with its position. */
    String text() {
        return line > 0 ? "line " + line + ", column " + column + ": " + getMessage() : String.valueOf(getMessage());
    }
}

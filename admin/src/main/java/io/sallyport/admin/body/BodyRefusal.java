package io.sallyport.admin.body;

/** A body cannot be read as what it should be. Thrown and caught in this package only. */
final class BodyRefusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final int line;
    private final int column;

    /**
     * @param code stable, upper case
     * @param line 1-based, 0 where there is no place
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

    /** What is wrong, and where. */
    String text() {
        return line > 0 ? "line " + line + ", column " + column + ": " + getMessage() : String.valueOf(getMessage());
    }
}

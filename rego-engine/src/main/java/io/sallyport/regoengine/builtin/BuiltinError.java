package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.RegoValue;

/**
 * Thrown when a builtin fails. By default its call is then undefined; if errors are strict, the evaluation fails with
 * the message, which has the meaning of OPA's but not always its wording. Has no stack trace, because it is part of
 * ordinary runs.
 */
public final class BuiltinError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String message;
    private final boolean wrongKind;

    public BuiltinError(String message) {
        this(message, false);
    }

    private BuiltinError(String message, boolean wrongKind) {
        super(message, null, false, false);
        this.message = message;
        this.wrongKind = wrongKind;
    }

    /** Returns whether an operand had the wrong kind, as opposed to an unsuitable value. */
    public boolean isWrongKind() {
        return wrongKind;
    }

    @Override
    public String getMessage() {
        return message;
    }

    /** Returns an error about the kinds of several operands. */
    public static BuiltinError operands(String why) {
        return new BuiltinError(why, true);
    }

    /** Returns an error about an operand, whatever its value: {@code why} follows its number. */
    public static BuiltinError operand(int position, String why) {
        return new BuiltinError("operand " + position + " " + why, true);
    }

    /**
     * Returns an error about an operand of the wrong kind.
     *
     * @param position of the operand, from 1
     * @param expected the permitted kinds, such as {@code "array, set"}
     */
    public static BuiltinError operand(int position, RegoValue found, String expected) {
        String kinds = expected.contains(",") ? "one of {" + expected + "}" : expected;
        return operand(
                position, "must be %s but got %s".formatted(kinds, found.kind().typeName()));
    }

    /** Returns an error about an element of an operand that has the wrong kind. */
    public static BuiltinError element(int position, RegoValue operand, RegoValue found, String expected) {
        String outer = operand.kind().typeName();
        String inner = found.kind().typeName();
        return operand(position, "must be %s of %ss but got %s containing %s".formatted(outer, expected, outer, inner));
    }
}

package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.RegoValue;

/**
 * A function of Rego failed. By default its call is undefined then; where errors are strict the evaluation fails with the
 * message, which is OPA's in sense, not always in words. Carries no stack trace, for it is part of ordinary runs.
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

    /** Whether an operand was of the wrong kind, rather than a value that would not do. */
    public boolean isWrongKind() {
        return wrongKind;
    }

    @Override
    public String getMessage() {
        return message;
    }

    /** An operand that will not do, whatever its value: {@code why} follows its number. */
    public static BuiltinError operand(int position, String why) {
        return new BuiltinError("operand " + position + " " + why, true);
    }

    /**
     * An operand of the wrong kind.
     *
     * @param position of the operand, from 1
     * @param expected the kinds that would do, as {@code "array, set"}
     */
    public static BuiltinError operand(int position, RegoValue found, String expected) {
        String kinds = expected.contains(",") ? "one of {" + expected + "}" : expected;
        return operand(
                position, "must be %s but got %s".formatted(kinds, found.kind().typeName()));
    }

    /** An element of an operand of the wrong kind. */
    public static BuiltinError element(int position, RegoValue operand, RegoValue found, String expected) {
        String outer = operand.kind().typeName();
        String inner = found.kind().typeName();
        return operand(position, "must be %s of %ss but got %s containing %s".formatted(outer, expected, outer, inner));
    }
}

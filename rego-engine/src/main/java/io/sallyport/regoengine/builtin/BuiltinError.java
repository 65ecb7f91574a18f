package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.RegoValue;

/**
 * A function of Rego failed. By default its call is undefined then; where errors are strict the evaluation fails with the
 * message, which is OPA's in sense, not always in words. Carries no stack trace, for it is part of ordinary runs.
 */
public final class BuiltinError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String message;

    public BuiltinError(String message) {
        super(message, null, false, false);
        this.message = message;
    }

    @Override
    public String getMessage() {
        return message;
    }

    /**
     * An operand of the wrong kind.
     *
     * @param position of the operand, from 1
     * @param expected the kinds that would do, as {@code "array, set"}
     */
    public static BuiltinError operand(int position, RegoValue found, String expected) {
        String kinds = expected.contains(",") ? "one of {" + expected + "}" : expected;
        return new BuiltinError("operand %d must be %s but got %s"
                .formatted(position, kinds, found.kind().typeName()));
    }

    /** An element of an operand of the wrong kind. */
    public static BuiltinError element(int position, RegoValue operand, RegoValue found, String expected) {
        return new BuiltinError("operand %d must be %s of %ss but got %s containing %s"
                .formatted(
                        position,
                        operand.kind().typeName(),
                        expected,
                        operand.kind().typeName(),
                        found.kind().typeName()));
    }
}

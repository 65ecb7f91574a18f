package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.plan.Position;

/** Ends a run with a failed outcome. Never leaves this package. */
final class RunFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String message;
    private final FailureKind kind;
    private final transient Position position;

    RunFailure(FailureKind kind, String message, Position position) {
        super(message, null, false, false);
        this.message = message;
        this.kind = kind;
        this.position = position;
    }

    static RunFailure internal(String message, Position position) {
        return new RunFailure(FailureKind.INTERNAL, message, position);
    }

    @Override
    public String getMessage() {
        return message;
    }

    FailureKind kind() {
        return kind;
    }

    Position position() {
        return position;
    }
}

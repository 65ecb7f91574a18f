package io.sallyport.regoengine.run;

import io.sallyport.regoengine.plan.Position;

/** Ends a run with a failed outcome. Never leaves the engine. */
public final class RunFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String message;
    private final FailureKind kind;
    private final transient Position position;

    public RunFailure(FailureKind kind, String message, Position position) {
        super(message, null, false, false);
        this.message = message;
        this.kind = kind;
        this.position = position;
    }

    public static RunFailure internal(String message, Position position) {
        return new RunFailure(FailureKind.INTERNAL, message, position);
    }

    @Override
    public String getMessage() {
        return message;
    }

    public FailureKind kind() {
        return kind;
    }

    public Position position() {
        return position;
    }
}

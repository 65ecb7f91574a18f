package io.sallyport.regoengine.builtin;

/** Thrown when an evaluation exhausts a limit. Becomes a failed outcome at the boundary of the engine. */
public final class LimitExceeded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String message;

    /**
     * Creates an exception for an exhausted limit.
     *
     * @param limit what is exhausted
     * @param setting the setting for the limit
     */
    public LimitExceeded(String limit, long bound, String unit, String setting) {
        super(limit, null, false, false);
        this.message = "limit of %s reached: %d %s (setting %s)".formatted(limit, bound, unit, setting);
    }

    @Override
    public String getMessage() {
        return message;
    }
}

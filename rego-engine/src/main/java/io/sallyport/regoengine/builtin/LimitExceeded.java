package io.sallyport.regoengine.builtin;

/** An evaluation came to the end of what it may use. Leaves the engine as a failed outcome, never as an exception. */
public final class LimitExceeded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String message;

    /**
     * Says that {@code limit} ran out.
     *
     * @param limit what ran out
     * @param setting the setting that moves the bound
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

package io.sallyport.decision.ledger;

/** What the fetches of one sandbox are counted in; no {@code cost.budget} can name these, as a dash shows. */
public final class FetchCurrency {
    /** One for each fetch that succeeds or is under way. */
    public static final String FETCHES = "max-fetches";

    /** One for each fetch that may reach a forge. */
    public static final String ATTEMPTS = "max-fetch-attempts";

    /** One for each single file that may be asked for outside. */
    public static final String FILE_ATTEMPTS = "max-file-attempts";

    /** Bytes received from outside. */
    public static final String BYTES = "max-fetch-bytes";

    private FetchCurrency() {}
}

package io.sallyport.decision.rates;

/** What a rate counts. */
public enum RateUnit {
    /** Each request is one. */
    REQUESTS("requests", 1, 10_000),

    /** Tokens of calls of models, in and out; other requests have none. */
    TOKENS("tokens", 1_000, 10_000_000);

    private final String word;
    private final int least;
    private final int most;

    RateUnit(String word, int least, int most) {
        this.word = word;
        this.least = least;
        this.most = most;
    }

    public String word() {
        return word;
    }

    /** The fewest in a {@code per}: the longest burst at the slowest rate still fits a {@code long} of nanoseconds. */
    public int least() {
        return least;
    }

    /** The most in a {@code per}, and in a burst. */
    public int most() {
        return most;
    }
}

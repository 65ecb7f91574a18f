package io.sallyport.apiservers;

/** What a server answered when it was asked for its health. */
public enum Health {
    /** 200 and {@code "status":"ok"}. */
    OK,
    /** 429: it is asked too often, by whomever, and so it lives. */
    BUSY,
    /** Anything else, and nothing in time. */
    ABSENT
}

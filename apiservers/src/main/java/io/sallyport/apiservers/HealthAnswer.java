package io.sallyport.apiservers;

/** What a server answered when it was asked for its health. */
public enum HealthAnswer {
    /** 200 and {@code "status":"ok"}. */
    OK,
    /** 429: it is asked too often, by whomever, and so it lives. */
    BUSY,
    /** 200 and {@code "status":"ok"}, of a program that is not known to be this server. */
    FOREIGN,
    /** Anything else, and nothing in time. */
    ABSENT,
    /** It could not be asked: this process lacked what that takes. */
    UNASKED
}

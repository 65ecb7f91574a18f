package io.sallyport.proxy.telemetry;

import java.util.Locale;

/** The steps of a request that have spans of their own, in their order. */
public enum RequestStep {
    /** From the head to the sandbox that sent it. */
    IDENTITY,
    /** From there to the verdict. */
    DECISION,
    /** From the first attempt at a connection to the connection. */
    DIAL,
    /** From the head that the target is sent to the first byte of its answer. */
    FIRST_BYTE;

    String spanName() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}

package io.sallyport.egress.http;

/** The remaining part of the time that all requests of one connection share. */
@FunctionalInterface
public interface RemainingTime {
    /** Returns the remaining nanoseconds, or 0 if none are left. */
    long nanos();
}

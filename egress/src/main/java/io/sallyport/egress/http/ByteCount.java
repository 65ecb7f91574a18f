package io.sallyport.egress.http;

/** Counts what comes from outside. Safe for concurrent use; returns at once. */
@FunctionalInterface
public interface ByteCount {
    /** Counts bytes that came, whatever becomes of them; false where too many have come. */
    boolean receive(long came);
}

package io.sallyport.egress.http;

/** Counts bytes received from outside. Safe for concurrent use; returns at once. */
@FunctionalInterface
public interface ByteCount {
    /** Counts bytes that have arrived, whether or not they are used. Returns false if too many have arrived. */
    boolean receive(long came);
}

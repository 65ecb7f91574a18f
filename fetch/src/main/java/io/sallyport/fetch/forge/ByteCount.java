package io.sallyport.fetch.forge;

/** Counts what a run receives. Safe for concurrent use; returns at once. */
@FunctionalInterface
public interface ByteCount {
    /** Counts bytes that came, whatever becomes of them; false where the run has received too many. */
    boolean receive(long came);
}

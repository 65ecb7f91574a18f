package io.sallyport.audit.segment;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A destination for lines. Confined to the writer thread; may block. */
public interface LineSink extends Closeable {
    /**
     * Writes some of {@code bytes} and advances its position accordingly; the rest is offered again.
     *
     * @throws IOException if it cannot write now; it is called again later with the same bytes
     */
    void write(ByteBuffer bytes) throws IOException;

    /** Forces the written bytes to disk. */
    void sync() throws IOException;

    /** Returns false if writes would be lost, for example after the file was removed; the sink is then opened again. */
    default boolean isInPlace() {
        return true;
    }

    /** Returns whether, on opening, the last line was cut off and was ended. */
    default boolean foundTornLine() {
        return false;
    }

    /** Returns whether it is to be replaced by another one, between two lines. */
    default boolean isDue() {
        return false;
    }

    /**
     * Ends it, complete as it is: it is then closed, and another one is opened.
     *
     * @throws IOException if it cannot be ended now; it is then written to as before
     */
    default void retire() throws IOException {
        // what is never due has nothing to end
    }

    /** Opens a sink, at the start and whenever one must be opened again. */
    @FunctionalInterface
    interface Opener extends AutoCloseable {
        LineSink open() throws IOException;

        /** Ends what is done beside; the sinks are closed before. */
        @Override
        default void close() {
            // most do nothing beside
        }
    }
}

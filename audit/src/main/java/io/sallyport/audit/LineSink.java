package io.sallyport.audit;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Where lines go. Confined to the writer thread; may block. */
public interface LineSink extends Closeable {
    /**
     * Writes some of {@code bytes} and moves its position by as much; what is left is offered again.
     *
     * @throws IOException where it cannot go on now: it is asked again later with the same bytes
     */
    void write(ByteBuffer bytes) throws IOException;

    /** Forces what was written to the disk. */
    void sync() throws IOException;

    /** False where what is written would reach nobody, as after the file was removed: the sink is opened anew. */
    default boolean isInPlace() {
        return true;
    }

    /** Whether the last line was found cut off, and ended, when this was opened. */
    default boolean foundTornLine() {
        return false;
    }

    /** Makes a sink, at the start and whenever one has to be opened anew. */
    @FunctionalInterface
    interface Opener {
        LineSink open() throws IOException;
    }
}

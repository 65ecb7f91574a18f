package io.sallyport.auditstore;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The sealed lines of a log, in order. Confined to one thread; may block on a disk. */
public interface LineSource extends Closeable {
    /**
     * Returns the next line without its line feed, or null if there is none now; may be asked again later.
     *
     * @throws IOException if the log cannot be read
     */
    @Nullable
    String next() throws IOException;

    /** Returns the position after the last line returned, as {@link Opener#open} takes it. */
    String position();

    /** Opens the log. */
    @FunctionalInterface
    interface Opener {
        /**
         * Opens it after what was read before.
         *
         * @param position where to go on; empty for the beginning of the log
         */
        LineSource open(String position) throws IOException;
    }
}

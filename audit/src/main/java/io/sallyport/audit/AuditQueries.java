package io.sallyport.audit;

import java.io.IOException;
import java.util.List;

/** Asks for what was recorded. Safe for concurrent use; {@link #tail} and {@link #find} read a file and so may block. */
public interface AuditQueries {
    /**
     * The last {@code count} lines that match, oldest first.
     *
     * @throws IOException where the file cannot be read
     */
    Found tail(int count, AuditFilter filter) throws IOException;

    /**
     * The lines with that id, oldest first: a request and, where it lived long, its end. Where there is none, the counted
     * lines of which it may be one.
     *
     * @throws IOException where the file cannot be read
     */
    Found find(String auditId) throws IOException;

    /**
     * Follows what is written from now on. {@code signal} runs on the writer thread whenever lines came to a stream that
     * was empty: it must return at once. The caller closes the stream.
     */
    AuditStream follow(AuditFilter filter, Runnable signal);

    /**
     * What a search found.
     *
     * @param complete false where it stopped at its bound before the beginning of the file
     */
    record Found(List<AuditLine> lines, boolean complete) {
        public Found {
            lines = List.copyOf(lines);
        }
    }
}

package io.sallyport.audit;

import io.sallyport.audit.rules.RuleCounts;
import io.sallyport.audit.segment.VerifyingKey;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Queries of the recorded lines. Safe for concurrent use; {@link #tail} and {@link #find} read a file and may block.
 */
public interface AuditQueries {
    /**
     * Returns the last {@code count} lines that match, oldest first.
     *
     * @throws IOException if the file cannot be read
     */
    Found tail(int count, AuditFilter filter) throws IOException;

    /**
     * Returns the lines with that id, oldest first: the request and, if it was long-lived, its end. If there are none,
     * returns the lines of counted refusals that may include it.
     *
     * @throws IOException if the file cannot be read
     */
    Found find(String auditId) throws IOException;

    /**
     * Follows the lines written from now on. {@code signal} runs on the writer thread whenever lines arrive in an empty
     * stream; it must return at once. The caller closes the stream.
     */
    AuditStream follow(AuditFilter filter, Runnable signal);

    /** Returns the key that verifies the manifests of closed segments, or null if they are not signed. */
    @Nullable
    VerifyingKey verifyingKey();

    /** Returns the counts of rules and grants, over all requests that this log was given since it was opened. */
    RuleCounts rules();

    /**
     * The result of a search.
     *
     * @param complete false if the search stopped at its bound before the beginning of the file
     */
    record Found(List<AuditLine> lines, boolean complete) {
        public Found {
            lines = List.copyOf(lines);
        }
    }
}

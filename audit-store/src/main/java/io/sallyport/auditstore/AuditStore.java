package io.sallyport.auditstore;

import io.sallyport.auditstore.index.RecordIndex;
import io.sallyport.auditstore.query.AuditGroups;
import io.sallyport.auditstore.query.AuditPage;
import io.sallyport.auditstore.query.AuditQuery;
import io.sallyport.auditstore.query.GroupKey;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.apache.lucene.store.AlreadyClosedException;

/**
 * Answers questions about the audit log from an index of its own, which a thread of its own feeds from the log. The log
 * is the truth: what happens here, a full disk or a fault, touches neither it nor traffic, and the index is begun anew
 * where it is missing, damaged or of another version. Safe for concurrent use; questions read files and may block.
 */
public final class AuditStore implements Closeable {
    /** How long a question waits until the store has read what was written before it. */
    private static final Duration CATCH_UP = Duration.ofMillis(500);

    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final StoreFeed feed;

    private AuditStore(StoreFeed feed) {
        this.feed = feed;
    }

    /**
     * Begins to feed a store; returns at once.
     *
     * @param log opens the log that it is fed from
     * @param wall clock for the age of records
     */
    public static AuditStore start(StoreSettings settings, LineSource.Opener log, InstantSource wall) {
        return start(settings, log, wall, RETRY_AFTER);
    }

    static AuditStore start(StoreSettings settings, LineSource.Opener log, InstantSource wall, Duration retryAfter) {
        var feed = new StoreFeed(settings, log, wall, System::nanoTime, retryAfter);
        feed.start();
        return new AuditStore(feed);
    }

    /**
     * Returns the newest records that match, before a cursor. What is written meanwhile changes no page.
     *
     * @param limit how many, at least 1
     * @param before {@link AuditPage#NEWEST}, or {@link AuditPage#next} of the page after
     * @throws IOException if the store is not open, or cannot be read
     */
    public AuditPage query(AuditQuery query, int limit, long before) throws IOException {
        return asked(index -> index.page(query, limit, before));
    }

    /**
     * Returns the records with that id, oldest first: a request and, if it was long-lived, its end. If there are none,
     * returns those of counted refusals that may include it.
     *
     * @throws IOException if the store is not open, or cannot be read
     */
    public AuditPage find(String auditId, int limit) throws IOException {
        return asked(index -> index.find(auditId, limit));
    }

    /**
     * Counts the records that match.
     *
     * @param keys one to {@link GroupKey#MAX_KEYS}
     * @param limit how many groups are returned, at least 1
     * @throws IOException if the store is not open, or cannot be read
     */
    public AuditGroups count(AuditQuery query, List<GroupKey> keys, int limit) throws IOException {
        return asked(index -> index.count(query, keys, limit));
    }

    private interface Question<T> {
        T of(RecordIndex index) throws IOException;
    }

    private <T> T asked(Question<T> question) throws IOException {
        feed.awaitEnd(CATCH_UP);
        RecordIndex index = feed.index();
        if (index == null) {
            throw new IOException("the audit store is not open: " + feed.state().failure());
        }
        try {
            return question.of(index);
        } catch (AlreadyClosedException e) {
            throw new IOException("the audit store was closed meanwhile", e);
        }
    }

    /** Waits until everything that was written before this call was read. Returns false after {@code most}. */
    public boolean awaitEnd(Duration most) {
        return feed.awaitEnd(most);
    }

    /** Returns how far the store is. */
    public StoreState state() {
        return feed.state();
    }

    /** Ends the feed. What was not made durable is read from the log again at the next start. */
    @Override
    public void close() {
        feed.close();
    }
}

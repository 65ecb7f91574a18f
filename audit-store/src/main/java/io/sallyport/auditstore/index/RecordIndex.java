package io.sallyport.auditstore.index;

import io.sallyport.auditstore.query.AuditGroups;
import io.sallyport.auditstore.query.AuditPage;
import io.sallyport.auditstore.query.AuditQuery;
import io.sallyport.auditstore.query.GroupKey;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.FSDirectory;
import org.jspecify.annotations.Nullable;

/**
 * The index in its folder. What was fed and how far becomes durable in one step, {@link #commit}: what a crash takes
 * away is fed again. One thread feeds it; questions are safe for concurrent use.
 */
public final class RecordIndex implements Closeable {
    /** Keys of what is written with each commit. */
    private static final String FORM = "form";

    private static final String POSITION = "position";
    private static final String LAST_SEQ = "seq";

    private final FSDirectory directory;
    private final IndexWriter writer;
    private final SearcherManager searchers;
    private final StandingCounts standing;
    private final LongSupplier nanoClock;
    private final RecordDocument documents = new RecordDocument();
    private String position = "";
    private volatile long lastSeq;
    private volatile long lastMillis;

    private RecordIndex(
            FSDirectory directory,
            IndexWriter writer,
            SearcherManager searchers,
            StandingCounts standing,
            LongSupplier nanoClock) {
        this.directory = directory;
        this.writer = writer;
        this.searchers = searchers;
        this.standing = standing;
        this.nanoClock = nanoClock;
    }

    /** What became of one line. */
    public enum Fed {
        ADDED,
        /** It is no record, and is passed over. */
        NO_RECORD,
        /** It was fed already, and is passed over. */
        KNOWN,
        /** Its number was given to another line: the log was replaced by one that began anew. */
        OF_OTHER_LOG
    }

    /**
     * Opens the index in {@code folder}, or creates an empty one.
     *
     * @param keepBytes the size that retention aims at, which bounds how large the parts become that it removes
     * @param countBytes how much memory counts take that are kept; 0 for none
     * @param nanoClock elapsed nanoseconds
     * @throws IOException if it cannot be read; {@link #isUseless} tells whether it must be rebuilt
     */
    public static RecordIndex open(Path folder, long keepBytes, long countBytes, LongSupplier nanoClock)
            throws IOException {
        FSDirectory directory = FSDirectory.open(folder);
        try {
            var standing = new StandingCounts(new CountCache(countBytes), nanoClock);
            var writer = new IndexWriter(directory, IndexSettings.of(keepBytes).setMergedSegmentWarmer(standing));
            try {
                var index = new RecordIndex(directory, writer, new SearcherManager(writer, null), standing, nanoClock);
                index.readCommit();
                return index;
            } catch (IOException | RuntimeException e) {
                writer.rollback();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    /** Returns whether the index must be rebuilt after {@code failure}: it is damaged, or of another version. */
    public static boolean isUseless(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CorruptIndexException
                    || cause instanceof IndexFormatTooOldException
                    || cause instanceof IndexFormatTooNewException
                    || cause instanceof IndexNotFoundException
                    || cause instanceof NoSuchFileException
                    || cause instanceof EOFException) {
                return true;
            }
        }
        return false;
    }

    /** Removes the files of an index from {@code folder}, and no others. */
    public static void remove(Path folder) throws IOException {
        try (var files = Files.newDirectoryStream(folder, IndexSettings::isOfIndex)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
    }

    private void readCommit() throws IOException {
        Map<String, String> data = new HashMap<>();
        var written = writer.getLiveCommitData();
        if (written != null) {
            written.forEach(entry -> data.put(entry.getKey(), entry.getValue()));
        }
        if (writer.getDocStats().maxDoc > 0 && !RecordDocument.FORM.equals(data.get(FORM))) {
            throw new CorruptIndexException("its records have another form", directory.toString());
        }
        position = data.getOrDefault(POSITION, "");
        lastSeq = Long.parseLong(data.getOrDefault(LAST_SEQ, "0"));
    }

    /** Returns the position of the last commit; empty at the beginning of the log. */
    public String position() {
        return position;
    }

    /** Returns the number of the last record that was fed; 0 if there was none. */
    public long lastSeq() {
        return lastSeq;
    }

    /** Returns the time of the last record that was fed since the index was opened, or null. */
    public @Nullable Instant lastTime() {
        return lastMillis == 0 ? null : Instant.ofEpochMilli(lastMillis);
    }

    /** Adds one line of the log. */
    public Fed add(String line) throws IOException {
        IndexedRecord record = IndexedRecord.parse(line);
        if (record == null) {
            return Fed.NO_RECORD;
        }
        if (record.seq() > 0 && record.seq() <= lastSeq) {
            return isKnown(record) ? Fed.KNOWN : Fed.OF_OTHER_LOG;
        }
        long seq = record.seq() > 0 ? record.seq() : lastSeq + 1;
        writer.addDocument(documents.of(record, seq));
        lastSeq = seq;
        lastMillis = record.timeMillis();
        return Fed.ADDED;
    }

    private boolean isKnown(IndexedRecord record) throws IOException {
        List<String> same = page(AuditQuery.ALL, 1, record.seq() + 1).lines();
        return !same.isEmpty() && same.getFirst().equals(record.line());
    }

    /** Makes durable what was fed, and that it reaches to {@code reached}. */
    public void commit(String reached) throws IOException {
        Map<String, String> data =
                Map.of(FORM, RecordDocument.FORM, POSITION, reached, LAST_SEQ, Long.toString(lastSeq));
        writer.setLiveCommitData(data.entrySet());
        writer.commit();
        position = reached;
    }

    /** Removes the records from before {@code time}; the space becomes free as the parts that hold them go. */
    public void removeBefore(Instant time) throws IOException {
        writer.deleteDocuments(IndexQueries.before(time));
    }

    /** Removes the oldest part of the index; returns false if there is but one. */
    public boolean removeOldest() throws IOException {
        long last = oldestPart();
        if (last == 0) {
            return false;
        }
        writer.deleteDocuments(IndexQueries.upTo(last));
        return true;
    }

    private long oldestPart() throws IOException {
        return searched(searcher -> {
            List<LeafReaderContext> segments = searcher.getIndexReader().leaves();
            return segments.size() < 2
                    ? 0L
                    : PageSearch.seq(
                            segments.getFirst(), segments.getFirst().reader().maxDoc() - 1);
        });
    }

    /** Returns how many bytes the index has on disk. */
    public long bytes() throws IOException {
        long sum = 0;
        for (String name : directory.listAll()) {
            try {
                sum += directory.fileLength(name);
            } catch (NoSuchFileException _) {
                // a merge removed it since the folder was listed
            }
        }
        return sum;
    }

    /** Returns how many records it holds; 0 once it is closed, as where it is made again meanwhile. */
    public long records() {
        try {
            return writer.getDocStats().numDocs;
        } catch (AlreadyClosedException _) {
            return 0;
        }
    }

    /**
     * Returns the newest records that match, before the cursor.
     *
     * @param limit how many, at least 1
     */
    public AuditPage page(AuditQuery query, int limit, long before) throws IOException {
        return page(IndexQueries.of(query), query.text(), limit, before);
    }

    /** Returns the records with that id, oldest first; if there are none, those counted ones that may include it. */
    public AuditPage find(String auditId, int limit) throws IOException {
        AuditPage bearing = page(IndexQueries.bearing(auditId), null, limit, AuditPage.NEWEST);
        return bearing.lines().isEmpty()
                ? page(IndexQueries.counting(auditId), null, limit, AuditPage.NEWEST)
                : bearing;
    }

    private AuditPage page(Query query, @Nullable String text, int limit, long before) throws IOException {
        var deadline = new SearchDeadline(nanoClock);
        return searched(searcher -> new PageSearch(searcher, query, text, limit, deadline).newest(before));
    }

    /**
     * Counts the records that match.
     *
     * @param keys at least one
     * @param limit how many groups are returned, at least 1
     */
    public AuditGroups count(AuditQuery query, List<GroupKey> keys, int limit) throws IOException {
        var deadline = new SearchDeadline(nanoClock);
        return searched(searcher -> new GroupCount(query, keys, standing.cache(), deadline).in(searcher, limit));
    }

    /**
     * Counts, of one part, what is asked again and again; after the last part, of all of them together.
     *
     * @param part its number, from 0
     * @return false if there is no such part
     */
    public boolean warm(int part) throws IOException {
        return searched(searcher -> {
            List<LeafReaderContext> segments = searcher.getIndexReader().leaves();
            if (part < segments.size()) {
                standing.warm(segments.get(part).reader());
            } else {
                standing.warm(searcher);
            }
            return part < segments.size();
        });
    }

    private interface Search<T> {
        T in(IndexSearcher searcher) throws IOException;
    }

    private <T> T searched(Search<T> search) throws IOException {
        searchers.maybeRefreshBlocking();
        IndexSearcher searcher = searchers.acquire();
        try {
            return search.in(searcher);
        } finally {
            searchers.release(searcher);
        }
    }

    /** Closes it without a commit: what was fed since the last one is fed again. */
    @Override
    public void close() throws IOException {
        try (directory) {
            searchers.close();
            writer.rollback();
        }
    }
}

package io.sallyport.audit;

import io.sallyport.audit.AuditQueries.Found;
import io.sallyport.audit.chain.ChainEnd;
import io.sallyport.audit.segment.SegmentFiles;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Searches a log backwards from its end, up to a bound. Immutable. */
final class History {
    /** How much of the log one search reads. */
    static final long MAX_BYTES = 64L << 20;

    /**
     * The maximum number of lines in the answer for one id: many lines may count it if many sandboxes were flooding at
     * that moment.
     */
    private static final int MAX_FOUND = 100;

    private static final long LAST_ID_BYTES = 256 << 10;

    private final SegmentFiles files;
    private final long maxBytes;

    History(SegmentFiles files, long maxBytes) {
        this.files = files;
        this.maxBytes = maxBytes;
    }

    Found tail(int count, AuditFilter filter) throws IOException {
        Deque<AuditLine> found = new ArrayDeque<>();
        try (var lines = BackwardLog.open(files, maxBytes)) {
            AuditLine line = lines.previous();
            while (line != null && found.size() < count) {
                if (filter.matches(line)) {
                    found.addFirst(line);
                }
                line = lines.previous();
            }
            return new Found(List.copyOf(found), lines.isComplete());
        }
    }

    Found find(String auditId) throws IOException {
        Deque<AuditLine> bearing = new ArrayDeque<>();
        Deque<AuditLine> counting = new ArrayDeque<>();
        try (var lines = BackwardLog.open(files, maxBytes)) {
            for (AuditLine line = lines.previous(); line != null; line = lines.previous()) {
                if (line.bears(auditId)) {
                    keep(line, bearing);
                } else if (line.mayCount(auditId)) {
                    keep(line, counting);
                }
            }
            return new Found(new ArrayList<>(bearing.isEmpty() ? counting : bearing), lines.isComplete());
        }
    }

    private static void keep(AuditLine line, Deque<AuditLine> found) {
        found.addFirst(line);
        if (found.size() > MAX_FOUND) {
            found.removeLast();
        }
    }

    /** Returns the number of the highest id near the end of the log, or 0. */
    long highestId() throws IOException {
        long highest = 0;
        try (var lines = BackwardLog.open(files, LAST_ID_BYTES)) {
            for (AuditLine line = lines.previous(); line != null; line = lines.previous()) {
                highest = Math.max(highest, Math.max(id(line.field("audit_id")), id(line.field("last_audit_id"))));
            }
        }
        return highest;
    }

    /** Returns what the next line continues from. */
    ChainEnd end() throws IOException {
        try (var lines = BackwardLog.open(files, MAX_BYTES)) {
            return ChainEnd.of(lines::previousBytes, files.endOfCompressed());
        }
    }

    private static long id(@Nullable String text) {
        return text == null ? 0 : AuditIds.value(text);
    }
}

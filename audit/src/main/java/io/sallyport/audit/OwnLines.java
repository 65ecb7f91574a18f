package io.sallyport.audit;

import io.sallyport.audit.segment.LineSink;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** The log's reports on itself, until they can be written. Confined to the writer thread. */
final class OwnLines {
    private static final int MAX_LINES = 16; // reached if a file keeps vanishing while the disk is full

    private final AuditIds ids;
    private final InstantSource wall;
    private final Queue<LogLine.Own> lines = new ArrayDeque<>();
    private long reportedLost;

    OwnLines(AuditIds ids, InstantSource wall) {
        this.ids = ids;
        this.wall = wall;
    }

    void reopened(boolean asked) {
        say(!asked, asked ? "the audit log was reopened" : "the audit file was gone: it was made anew", 0);
    }

    void opened(LineSink sink) {
        if (sink.foundTornLine()) {
            say(true, "the line before was cut off while it was written", 0);
        }
    }

    void recovered(String failure) {
        say(true, "the audit log can be written again, after: " + failure, 0);
    }

    private void say(boolean failed, String detail, long count) {
        if (lines.size() < MAX_LINES) {
            lines.add(new LogLine.Own(ids.next(), wall.millis(), failed, detail, count));
        }
    }

    /**
     * Adds the pending reports to {@code to}. Records lost since the last call are reported once there is room again.
     */
    void collect(Condition condition, boolean last, List<LogLine> to) {
        long lost = condition.lost.sum();
        if (lost > reportedLost && (last || !condition.isFailing())) {
            say(true, "records were lost for want of room", lost - reportedLost);
            reportedLost = lost;
        }
        to.addAll(lines);
        lines.clear();
    }
}

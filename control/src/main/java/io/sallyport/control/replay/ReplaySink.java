package io.sallyport.control.replay;

import io.sallyport.audit.recorded.RecordedLine.Judged;

/** Replays those records that a filter matches, and counts the others. Confined to one thread. */
public record ReplaySink(RecordFilter filter, Replay replay, ReplayReport report) implements RecordSink {
    @Override
    public void line() {
        report.line();
    }

    @Override
    public void unreadable() {
        report.unreadable();
    }

    @Override
    public void unjudged(String kind) {
        report.unjudged(kind);
    }

    @Override
    public void judged(Judged record) {
        if (filter.matches(record)) {
            replay.add(record);
        } else {
            report.filtered();
        }
    }
}

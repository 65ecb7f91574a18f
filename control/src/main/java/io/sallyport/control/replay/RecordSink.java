package io.sallyport.control.replay;

import io.sallyport.audit.recorded.RecordedLine.Judged;

/** Receives the lines of a log, one after another. Confined to one thread. */
public interface RecordSink {
    /** Receives that a line was read, before what it is. */
    void line();

    /** Receives that the line is no record. */
    void unreadable();

    /**
     * Receives that the line is a record that no policy judges.
     *
     * @param kind of the record
     */
    void unjudged(String kind);

    /** Receives a record of a request or an action. */
    void judged(Judged record);
}

package io.sallyport.inference.translation;

import io.sallyport.documents.DocumentNode.Member;
import java.util.Map;

/** Translates the events of one stream, one by one. */
interface TranslatedEvents {
    /** Translates the next event; returns why it cannot, or an empty text. */
    String next(Map<String, Member> event, EventsOut out);

    /** The stream says that it is over, without an event that says so in its own form. */
    String done(EventsOut out);

    /** Returns whether the answer is complete. */
    boolean isComplete();
}

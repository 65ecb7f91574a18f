package io.sallyport.model;

import java.io.IOException;
import java.io.OutputStream;
import java.util.SequencedMap;

/**
 * An answer of the gateway's own as it goes back over HTTP, whichever door the request came by; without what its framing
 * adds. Whoever made it has recorded it, and hands it to one reader.
 */
public sealed interface OwnReply {
    int status();

    /** Header fields, each once. */
    SequencedMap<String, String> fields();

    /** All of it is there. */
    record Whole(int status, SequencedMap<String, String> fields, String body) implements OwnReply {}

    /**
     * It is made while it is sent.
     *
     * @param bytes how long it is, or -1 where that is not known before it ends
     */
    record Streamed(int status, SequencedMap<String, String> fields, long bytes, Content content) implements OwnReply {}

    /** What is sent. */
    @FunctionalInterface
    interface Content {
        /** Writes all of it; {@code out} stays open. May block: a thread of its own waits here for the client. */
        void writeTo(OutputStream out) throws IOException;
    }
}

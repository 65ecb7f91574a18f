package io.sallyport.model.answer;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * An HTTP answer that the gateway itself makes, for any door, without the framing headers. Its creator has already
 * recorded it, and passes it to one reader.
 */
public sealed interface OwnReply {
    /** The content type of a JSON document. */
    String JSON = "application/json";

    /** Returns a JSON document. */
    static Whole json(int status, String body) {
        return text(status, JSON, body);
    }

    /** Returns text in UTF-8. */
    static Whole text(int status, String contentType, String body) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("Content-Type", contentType);
        return new Whole(status, fields, body);
    }

    /** Returns 204, without body and headers. */
    static Whole nothing() {
        return new Whole(204, new LinkedHashMap<>(), "");
    }

    int status();

    /** Returns header fields with distinct names. */
    SequencedMap<String, String> fields();

    /** A complete answer. Immutable. */
    record Whole(int status, SequencedMap<String, String> fields, String body) implements OwnReply {
        public Whole {
            fields = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(fields));
        }

        /** Returns a copy in which the field has that value. */
        public Whole with(String name, String value) {
            var more = new LinkedHashMap<>(fields);
            more.put(name, value);
            return new Whole(status, more, body);
        }
    }

    /**
     * An answer whose body is produced while it is sent.
     *
     * @param bytes the length, or -1 if it is not known in advance
     */
    record Streamed(int status, SequencedMap<String, String> fields, long bytes, Content content) implements OwnReply {}

    /** The source of a streamed body. */
    @FunctionalInterface
    interface Content {
        /**
         * Writes the whole body; does not close {@code out}. May block: it runs on its own thread, which waits for the
         * client.
         */
        void writeTo(OutputStream out) throws IOException;

        /** How long it may take, less the time for large bodies. */
        default Duration maxTime() {
            return Duration.ofMinutes(2);
        }

        /** The client has left before anything was written; called instead of {@link #writeTo}, and returns at once. */
        default void giveUp() {}
    }
}

package io.sallyport.audit;

import io.sallyport.model.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * What a record says of a prompt: texts, of which those that hold a secret are left out, or why there is none.
 * Immutable.
 *
 * @param texts at most as many bytes of the line as the operator says, from the first on
 * @param all how many texts the prompt has
 * @param bytes of all these texts, in UTF-8
 * @param leftOut why there are no texts; null if there are
 */
public record RecordedPrompt(
        List<Text> texts, int all, long bytes, @Nullable ReasonCode leftOut) {
    private static final String NAME = "prompt";

    /** What the braces, names and marks of one text take of a line, in bytes, and its comma. */
    private static final int FRAME_BYTES = 48;

    public RecordedPrompt {
        texts = List.copyOf(texts);
    }

    /** Returns that a prompt is in no record, and why. */
    public static RecordedPrompt leftOut(ReasonCode why) {
        return new RecordedPrompt(List.of(), 0, 0, why);
    }

    /**
     * One text. Immutable.
     *
     * @param role whose it is; null if the request does not say
     * @param text without half of a surrogate pair; null if it is left out for a secret
     * @param isCut whether the text goes on
     */
    public record Text(@Nullable String role, @Nullable String text, boolean isCut) {}

    /** Takes texts as long as there is room for them in the line. Confined to one thread. */
    public static final class Taking {
        private final List<Text> texts = new ArrayList<>();
        private int room;

        /** @param room bytes of the line */
        public Taking(int room) {
            this.room = room;
        }

        /** Takes the text as far as there is room, or notes that it is left out where it is null. */
        public void take(@Nullable String role, @Nullable String text) {
            if (room < FRAME_BYTES) {
                room = -1;
                return;
            }
            room -= FRAME_BYTES;
            texts.add(text == null ? new Text(role, null, false) : cut(role, text));
        }

        private Text cut(@Nullable String role, String text) {
            var taken = new StringBuilder(Math.min(room, text.length()));
            int at = 0;
            while (at < text.length() && room >= 0) {
                int point = text.codePointAt(at);
                room -= lineBytes(point);
                if (room >= 0) {
                    taken.appendCodePoint(point);
                    at += Character.charCount(point);
                }
            }
            return new Text(role, taken.toString(), at < text.length());
        }

        /** Returns whether something had no room. */
        public boolean isFull() {
            return room < 0;
        }

        /** Returns what was taken of a prompt of so many texts and bytes. */
        public RecordedPrompt of(int all, long bytes) {
            return new RecordedPrompt(texts, all, bytes, null);
        }
    }

    /** What a character takes of a line, at most. */
    private static int lineBytes(int point) {
        if (point >= 0x20 && point < 0x7f) {
            return point == '"' || point == '\\' ? 2 : 1;
        }
        return 6 * Character.charCount(point);
    }

    /** Writes the members of a record. */
    void write(JsonGenerator json, RecordRedaction redaction) {
        if (leftOut != null) {
            json.writeStringProperty("prompt_left_out", leftOut.word());
            return;
        }
        json.writeArrayPropertyStart(NAME);
        texts.forEach(text -> write(json, text, redaction));
        json.writeEndArray();
        json.writeNumberProperty("prompt_texts", all);
        json.writeNumberProperty("prompt_bytes", bytes);
    }

    private static void write(JsonGenerator json, Text text, RecordRedaction redaction) {
        json.writeStartObject();
        if (text.role() != null) {
            json.writeStringProperty("role", text.role());
        }
        String said = redaction.text(NAME, text.text());
        if (said == null) {
            json.writeBooleanProperty("redacted", true);
        } else {
            json.writeStringProperty("text", said);
        }
        if (text.isCut()) {
            json.writeBooleanProperty("cut", true);
        }
        json.writeEndObject();
    }

    /** Returns the characters that it holds. */
    int length() {
        int sum = 0;
        for (Text text : texts) {
            sum += FRAME_BYTES + (text.text() == null ? 0 : text.text().length());
        }
        return sum;
    }
}

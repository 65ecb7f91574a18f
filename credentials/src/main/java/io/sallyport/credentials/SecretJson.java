package io.sallyport.credentials;

import io.sallyport.credentials.SecretFetch.Unavailable;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.JsonBody;
import io.sallyport.documents.JsonReader;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON that holds secrets. What is wrong with the text is not told: a parser quotes what it cannot read. No
 * state.
 */
final class SecretJson {
    private SecretJson() {}

    /** Returns the outermost object, or null if the text is anything else. */
    static DocumentNode.@Nullable Members object(byte[] json) {
        JsonBody body =
                JsonBody.read("secrets", ByteBuffer.wrap(json), JsonReader.Bounds.ofBytes(SecretForm.MAX_BYTES));
        return body instanceof JsonBody.Whole(DocumentNode.Members members) ? members : null;
    }

    /** Reads the outermost object as {@code form} does. */
    static SecretFetch read(byte[] json, Function<DocumentNode.Members, SecretFetch> form, String source) {
        DocumentNode.Members object = object(json);
        return object == null ? new Unavailable(source + " is no JSON object", false) : form.apply(object);
    }

    static SecretFetch read(DocumentNode.Members object, SecretForm.Members form, String source) {
        Instant end = null;
        if (form.end() != null && object.members().containsKey(form.end())) {
            end = instant(object.string(form.end()));
            if (end == null) {
                return new Unavailable(source + ": " + form.end() + " is no time by RFC 3339", false);
            }
        }
        try (var gathered = new SecretGathering()) {
            for (Map.Entry<String, String> wanted : form.members().entrySet()) {
                String text = object.string(wanted.getValue());
                if (text == null) {
                    return new Unavailable(source + " has no string " + wanted.getValue(), false);
                }
                gathered.addText(wanted.getKey(), text, form.areLines());
            }
            return gathered.result(source, end);
        }
    }

    static @Nullable Instant instant(@Nullable String text) {
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException _) {
            return null;
        }
    }
}

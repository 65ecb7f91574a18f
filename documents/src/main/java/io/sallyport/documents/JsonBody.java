package io.sallyport.documents;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of a call: either one complete JSON document in UTF-8, or unreadable. */
public sealed interface JsonBody {
    /** The body was parsed without any diagnostic. */
    record Whole(DocumentNode root) implements JsonBody {}

    /** The body cannot be parsed; {@code why} is the first problem. */
    record Unreadable(Diagnostic why) implements JsonBody {}

    /**
     * Parses a body.
     *
     * @param file the name for diagnostics, such as {@code request}
     */
    static JsonBody read(String file, ByteBuffer body, JsonReader.Bounds bounds) {
        String text = text(body);
        if (text == null) {
            return new Unreadable(
                    Diagnostic.error(file, 0, 0, DiagnosticCode.NOT_UTF8, "the document is not UTF-8", null));
        }
        var findings = new Findings(file);
        DocumentNode root = JsonReader.read(text, bounds, findings);
        List<Diagnostic> found = findings.all();
        return root == null || !found.isEmpty() ? new Unreadable(found.getFirst()) : new Whole(root);
    }

    private static @Nullable String text(ByteBuffer body) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(body.duplicate()).toString();
        } catch (CharacterCodingException _) {
            return null;
        }
    }
}

package io.sallyport.documents;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of a call, read whole as one JSON document in UTF-8 or not at all. */
public sealed interface JsonBody {
    /** It can be read: nothing was wrong. */
    record Whole(Node root) implements JsonBody {}

    /** It cannot; {@code why} is the first thing that is wrong. */
    record Unreadable(Diagnostic why) implements JsonBody {}

    /**
     * Reads a body.
     *
     * @param file the name for diagnostics, as {@code request}
     */
    static JsonBody read(String file, ByteBuffer body, JsonReader.Bounds bounds) {
        String text = text(body);
        if (text == null) {
            return new Unreadable(
                    Diagnostic.error(file, 0, 0, DiagnosticCode.NOT_UTF8, "the document is not UTF-8", null));
        }
        var findings = new Findings(file);
        Node root = JsonReader.read(text, bounds, findings);
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

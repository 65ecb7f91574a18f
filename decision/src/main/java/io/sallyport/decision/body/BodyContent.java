package io.sallyport.decision.body;

import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The bytes of a body, and what its head says of them. Decoded lazily and once. Confined to one evaluation. */
final class BodyContent {
    private static final String PUSH = "application/x-git-receive-pack-request";

    private final byte[] bytes;
    private final List<String> contentTypes;
    private final List<String> contentEncodings;
    private final int maxBytes;
    private @Nullable Parsed<byte[]> decoded;
    private @Nullable Parsed<String> text;

    BodyContent(byte[] bytes, List<String> contentTypes, List<String> contentEncodings, int maxBytes) {
        this.bytes = bytes;
        this.contentTypes = contentTypes;
        this.contentEncodings = contentEncodings;
        this.maxBytes = maxBytes;
    }

    boolean isEmpty() {
        return bytes.length == 0;
    }

    boolean isUntyped() {
        return contentTypes.isEmpty();
    }

    /** Reads the body if its one content type fits and names no charset but UTF-8; absent if it is empty. */
    BodyForm ofType(Predicate<String> fits, String what, Function<FieldValue, BodyForm> read) {
        if (isEmpty()) {
            return new BodyForm.Absent();
        }
        return switch (FieldValue.parse(FieldValue.CONTENT_TYPE, contentTypes)) {
            case Parsed.Rejected<FieldValue>(String why, int _) -> new BodyForm.Unreadable(why);
            case Parsed.Accepted<FieldValue>(FieldValue type)
            when !fits.test(type.value()) -> new BodyForm.Unreadable("a Content-Type that is not " + what);
            case Parsed.Accepted<FieldValue>(FieldValue type)
            when !type.isUtf8() -> new BodyForm.Unreadable("a charset other than UTF-8");
            case Parsed.Accepted<FieldValue>(FieldValue type) -> read.apply(type);
        };
    }

    /** Reads the body as text, without its content coding. */
    BodyForm asText(Function<String, BodyForm> read) {
        Parsed<String> made = text == null ? decodedText() : text;
        text = made;
        return form(made, read);
    }

    /**
     * Reads the body as bytes that have no content coding. Servers that ignore codings could find another form in the
     * coded bytes; in JSON they find an error.
     */
    BodyForm asPlainBytes(Function<byte[], BodyForm> read) {
        return ContentCoding.isNone(contentEncodings)
                ? form(decoded(), read)
                : new BodyForm.Unreadable("a form with a Content-Encoding");
    }

    /** As {@link #asPlainBytes}, as text. */
    BodyForm asPlainText(Function<String, BodyForm> read) {
        return asPlainBytes(_ -> asText(read));
    }

    /** Returns the body as received. */
    byte[] bytes() {
        return bytes;
    }

    /** Reads the commands of a push of git, of which the bytes may be the beginning. */
    PushCommands asPush() {
        return contentEncodings.isEmpty() && contentTypes.equals(List.of(PUSH))
                ? PushCommands.read(bytes)
                : new PushCommands.Unreadable("a Content-Type or a Content-Encoding not of a push of git");
    }

    Parsed<byte[]> decoded() {
        Parsed<byte[]> made = decoded == null ? ContentCoding.decode(bytes, contentEncodings, maxBytes) : decoded;
        decoded = made;
        return made;
    }

    private Parsed<String> decodedText() {
        return switch (decoded()) {
            case Parsed.Rejected<byte[]>(String why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted<byte[]>(byte[] plain) -> Utf8.decode(plain);
        };
    }

    private static <T> BodyForm form(Parsed<T> content, Function<T, BodyForm> read) {
        return switch (content) {
            case Parsed.Accepted<T>(T value) -> read.apply(value);
            case Parsed.Rejected<T>(String why, int _) -> new BodyForm.Unreadable(why);
        };
    }
}

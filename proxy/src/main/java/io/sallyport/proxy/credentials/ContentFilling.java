package io.sallyport.proxy.credentials;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sallyport.model.ReasonCode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts values in the place of placeholders in the content of one request, or in the messages of one WebSocket. A
 * placeholder has a place as a whole string of JSON that is no name, or as a whole value of a form; everything else
 * stays byte for byte. A part of a longer text is no place: whoever reads that text, such as a model, is told no
 * secret. Used by one thread at a time.
 */
public final class ContentFilling {
    private final CredentialScope scope;
    private final int maxBytes;
    private final ReasonCode tooLarge;

    /**
     * @param maxBytes of what is sent
     * @param tooLarge why more is refused
     */
    public ContentFilling(CredentialScope scope, int maxBytes, ReasonCode tooLarge) {
        this.scope = scope;
        this.maxBytes = maxBytes;
        this.tooLarge = tooLarge;
    }

    /** Fills a body of that form. */
    public FilledContent body(byte[] body, ContentForm form) {
        return switch (form) {
            case JSON -> json(body);
            case FORM -> form(body);
        };
    }

    /** Fills a text message: JSON, or nothing but a placeholder. */
    public FilledContent text(byte[] message) {
        FilledContent filled = json(message);
        if (!(filled instanceof FilledContent.Refused)) {
            return filled;
        }
        String whole = new String(message, UTF_8);
        if (JsonString.marked(whole) != null) {
            return filled;
        }
        var edits = new ContentEdits(scope);
        edits.replace(whole, 0, whole.length(), secret -> secret);
        return edits.in(whole, UTF_8, maxBytes, tooLarge);
    }

    /** Lets through what has no placeholder, and nothing else. */
    public FilledContent unfilled(byte[] content) {
        ByteBuf bytes = Unpooled.wrappedBuffer(content);
        int end = new MarkerScan().endIn(bytes);
        return end < 0
                ? FilledContent.UNCHANGED
                : new FilledContent.Refused(CredentialRule.inBody(MarkerScan.key(bytes, end), scope));
    }

    /** What cannot be read as JSON has no place for one. */
    private FilledContent json(byte[] body) {
        FilledContent plain = unfilled(body);
        String text = plain instanceof FilledContent.Unchanged ? null : utf8(body);
        List<JsonString> marked = text == null ? null : JsonString.marked(text);
        if (text == null || marked == null || marked.isEmpty()) {
            return plain;
        }
        var edits = new ContentEdits(scope);
        for (JsonString string : marked) {
            if (string.isName()) {
                edits.refuse(string.text());
            } else {
                edits.replace(string.text(), string.from(), string.to(), JsonString::quoted);
            }
        }
        return edits.in(text, UTF_8, maxBytes, tooLarge);
    }

    private FilledContent form(byte[] body) {
        if (unfilled(body) instanceof FilledContent.Unchanged) {
            return FilledContent.UNCHANGED;
        }
        String text = new String(body, ISO_8859_1);
        var edits = new ContentEdits(scope);
        int from = 0;
        while (from <= text.length()) {
            int end = text.indexOf('&', from);
            int to = end < 0 ? text.length() : end;
            member(text, from, to, edits);
            from = to + 1;
        }
        return edits.in(text, ISO_8859_1, maxBytes, tooLarge);
    }

    private static void member(String text, int from, int to, ContentEdits edits) {
        int sign = text.indexOf('=', from);
        int value = sign < 0 || sign >= to ? to : sign + 1;
        String name = PercentCoding.decode(text.substring(from, value));
        String said = PercentCoding.decode(text.substring(value, to));
        if (PlaceholderMarker.isIn(name)) {
            edits.refuse(name);
        } else if (PlaceholderMarker.isIn(said)) {
            edits.replace(said, value, to, PercentCoding::encode);
        }
    }

    private static @Nullable String utf8(byte[] body) {
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException _) {
            return null;
        }
    }
}

package io.sallyport.decision.body;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parses a multipart body (RFC 2046 section 5.1, RFC 7578) in the one spelling that all servers read alike: line ends
 * are CRLF, nothing is before the first boundary or after the last, and the boundary is nowhere else. Confined to one
 * body.
 */
final class Multipart {
    private static final int MAX_PARTS = 1_000;
    private static final int MAX_HEAD_BYTES = 8 << 10;
    private static final String LINE_END = "\r\n";
    private static final String END = "--";
    private static final String BYTE_ORDER_MARK = "\ufeff"; // some servers drop it
    private static final String FORM = "multipart/form-data";
    private static final Set<String> TYPES = Set.of(FORM, "multipart/mixed", "multipart/related");
    private static final Pattern BOUNDARY = Pattern.compile("[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]");

    private final String body; // one char for each byte
    private final String delimiter;
    private final boolean form;
    private final RegoArray parts = RegoArray.growing(0);

    private Multipart(String body, String delimiter, boolean form) {
        this.body = body;
        this.delimiter = delimiter;
        this.form = form;
    }

    static boolean isType(String type) {
        return TYPES.contains(type);
    }

    static BodyForm read(FieldValue type, byte[] body) {
        String boundary = type.parameters().getOrDefault("boundary", "");
        return BOUNDARY.matcher(boundary).matches()
                ? new Multipart(
                                new String(body, ISO_8859_1),
                                END + boundary,
                                type.value().equals(FORM))
                        .read()
                : new BodyForm.Unreadable("a malformed boundary");
    }

    private BodyForm read() {
        if (!body.startsWith(delimiter)) {
            return new BodyForm.Unreadable("no boundary at the beginning");
        }
        int at = delimiter.length();
        while (body.startsWith(LINE_END, at)) {
            int from = at + LINE_END.length();
            int next = body.indexOf(delimiter, from);
            int to = next - LINE_END.length();
            if (to < from || !body.startsWith(LINE_END, to)) {
                return new BodyForm.Unreadable("a part without boundary on a line of its own");
            }
            if (parts.size() == MAX_PARTS) {
                return new BodyForm.Unreadable("more than " + MAX_PARTS + " parts");
            }
            if (add(from, to) instanceof Parsed.Rejected<EntryObject>(String why, int _)) {
                return new BodyForm.Unreadable(why);
            }
            at = next + delimiter.length();
        }
        String rest = body.substring(Math.min(at, body.length()));
        if (!rest.equals(END) && !rest.equals(END + LINE_END)) {
            return new BodyForm.Unreadable("a malformed boundary between or after parts");
        }
        parts.seal();
        return new BodyForm.Read(parts);
    }

    private Parsed<EntryObject> add(int from, int to) {
        int headEnd = body.startsWith(LINE_END, from) ? from : body.indexOf(LINE_END + LINE_END, from);
        int contentFrom = headEnd == from ? from + LINE_END.length() : headEnd + 2 * LINE_END.length();
        if (headEnd < 0 || contentFrom > to || headEnd - from > MAX_HEAD_BYTES) {
            return new Parsed.Rejected<>("a part without head, or with one beyond " + MAX_HEAD_BYTES + " bytes");
        }
        return switch (head(from, headEnd)) {
            case Parsed.Rejected<PartHead>(String why, int _) -> new Parsed.Rejected<>(why);
            case Parsed.Accepted<PartHead>(PartHead head) -> add(head, body.substring(contentFrom, to));
        };
    }

    private Parsed<PartHead> head(int from, int to) {
        return switch (Utf8.decode(body.substring(from, to).getBytes(ISO_8859_1))) {
            case Parsed.Rejected<String>(String why, int _) -> new Parsed.Rejected<>(why);
            case Parsed.Accepted<String>(String text) ->
                PartHead.parse(text.isEmpty() ? List.of() : List.of(text.split(LINE_END, -1)), form);
        };
    }

    /** A field of a form is text: if it were skipped, a rule about texts would be passed by other bytes. */
    private Parsed<EntryObject> add(PartHead head, String content) {
        EntryObject part = head.value().put("size", RegoNumber.of(content.length()));
        Parsed<String> text = Utf8.decode(content.getBytes(ISO_8859_1));
        if (head.filename() == null && head.isUtf8() && text instanceof Parsed.Accepted<String>(String value)) {
            if (value.startsWith(BYTE_ORDER_MARK)) {
                return new Parsed.Rejected<>("a part whose text begins with a byte order mark");
            }
            part.put("text", RegoString.of(value));
        } else if (head.filename() == null && form) {
            return new Parsed.Rejected<>("a field of a form that is not UTF-8");
        }
        parts.append(part.sealed());
        return new Parsed.Accepted<>(part);
    }
}

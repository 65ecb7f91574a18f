package io.sallyport.inference;

import io.sallyport.inference.MultipartForm.FormPart;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the parts of one form. Confined to one thread. */
final class FormReader {
    private static final int MAX_PARTS = 64;
    private static final int MAX_PART_HEAD = 4_096;
    private static final Pattern DISPOSITION = Pattern.compile(
            "content-disposition: *form-data; *name=\"([^\"\\\\\r\n]*)\"(; *filename=\"[^\"\r\n]*\")?",
            Pattern.CASE_INSENSITIVE);

    private final byte[] delimiter;
    private final byte[] body;

    /** @param delimiter a line end, two hyphens and the boundary */
    FormReader(byte[] delimiter, byte[] body) {
        this.delimiter = delimiter;
        this.body = body;
    }

    Parsed<MultipartForm> read() {
        List<FormPart> parts = new ArrayList<>();
        int at = delimiter.length - 2;
        if (!startsAt(0, 2)) {
            return refuse("does not begin with its boundary");
        }
        while (is(at, "\r\n") && parts.size() < MAX_PARTS) {
            int head = at + 2;
            int content = indexOf("\r\n\r\n".getBytes(StandardCharsets.US_ASCII), head, head + MAX_PART_HEAD);
            int end = content < 0 ? -1 : indexOf(delimiter, content + 2, body.length);
            FormPart part = end < content + 4 ? null : part(head, content, end);
            if (part == null) {
                return refuse("has a part without a name or an end");
            }
            boolean isList = part.name().endsWith("[]"); // its items are parts of one name
            if (!isList && parts.stream().anyMatch(other -> other.name().equalsIgnoreCase(part.name()))) {
                return refuse("has two parts of one name");
            }
            parts.add(part);
            at = end + delimiter.length;
        }
        boolean ends = is(at, "--") && (at + 2 == body.length || (is(at + 2, "\r\n") && at + 4 == body.length));
        return ends ? new Parsed.Accepted<>(new MultipartForm(List.copyOf(parts))) : refuse("does not end");
    }

    private static Parsed<MultipartForm> refuse(String why) {
        return new Parsed.Rejected<>("the form " + why);
    }

    /** One field of the head names the part; others, such as the media type, do not matter. */
    private @Nullable FormPart part(int head, int headEnd, int end) {
        FormPart found = null;
        for (String line : new String(body, head, headEnd - head, StandardCharsets.UTF_8).split("\r\n", -1)) {
            Matcher matcher = DISPOSITION.matcher(line);
            if (matcher.matches() && found == null) {
                found = new FormPart(matcher.group(1), matcher.group(2) != null, headEnd + 4, end);
            } else if (line.regionMatches(true, 0, "content-disposition", 0, 19) || line.startsWith(" ")) {
                return null;
            }
        }
        return found;
    }

    private boolean startsAt(int at, int skipped) {
        for (int i = skipped; i < delimiter.length; i++) {
            if (at + i - skipped >= body.length || body[at + i - skipped] != delimiter[i]) {
                return false;
            }
        }
        return true;
    }

    private boolean is(int at, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (at + i >= body.length || body[at + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int indexOf(byte[] wanted, int from, int limit) {
        for (int at = from; at + wanted.length <= Math.min(limit, body.length); at++) {
            int matched = 0;
            while (matched < wanted.length && body[at + matched] == wanted[matched]) {
                matched++;
            }
            if (matched == wanted.length) {
                return at;
            }
        }
        return -1;
    }
}

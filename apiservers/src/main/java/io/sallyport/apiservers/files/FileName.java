package io.sallyport.apiservers.files;

import io.sallyport.model.text.Parsed;
import io.sallyport.model.text.Parsed.Accepted;
import io.sallyport.model.text.Parsed.Rejected;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a server calls a file or directory of its sandbox: segments below the run's place, joined by slashes. None of
 * them is empty, a dot or two dots, none begins with {@code -}, and none has a backslash or a control character.
 * Immutable.
 */
public final class FileName {
    /** Bytes of a whole name, in UTF-8. */
    static final int MAX_BYTES = 1024;
    /** Bytes of a segment, which is as much as file systems take. */
    static final int MAX_SEGMENT_BYTES = 255;

    static final int MAX_SEGMENTS = 32;

    private final List<String> segments;

    private FileName(List<String> segments) {
        this.segments = List.copyOf(segments);
    }

    /** Reads {@code text}; nothing is looked at on any disk. */
    public static Parsed<FileName> parse(String text) {
        if (text.startsWith("/")) {
            return new Rejected<>("begins with a slash (expected: a path below the sandbox's folder)");
        }
        if (bytes(text) > MAX_BYTES) {
            return new Rejected<>("is longer than " + MAX_BYTES + " bytes");
        }
        List<String> segments = List.of(text.split("/", -1));
        if (segments.size() > MAX_SEGMENTS) {
            return new Rejected<>("has more than " + MAX_SEGMENTS + " segments");
        }
        for (String segment : segments) {
            String fault = fault(segment);
            if (!fault.isEmpty()) {
                return new Rejected<>(fault);
            }
        }
        return new Accepted<>(new FileName(segments));
    }

    private static String fault(String segment) {
        if (segment.isEmpty()) {
            return "has an empty segment";
        }
        if (segment.equals(".") || segment.equals("..")) {
            return "has the segment " + segment;
        }
        if (segment.startsWith("-")) {
            return "has a segment that begins with -";
        }
        if (segment.indexOf('\\') >= 0) {
            return "has a backslash";
        }
        if (!isPlain(segment)) {
            return "has a control character, or what is not UTF-8";
        }
        return bytes(segment) > MAX_SEGMENT_BYTES
                ? "has a segment that is longer than " + MAX_SEGMENT_BYTES + " bytes"
                : "";
    }

    /** Whether {@code text} is a name that one entry of a directory may have, in a log too. */
    static boolean isPlain(String text) {
        return text.codePoints().allMatch(c -> switch (Character.getType(c)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> c != 0xfffd; // what bytes are read as that are no UTF-8
        });
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** The directories above it, from the outermost on. */
    List<String> parents() {
        return segments.subList(0, segments.size() - 1);
    }

    /** Its last segment. */
    String last() {
        return segments.getLast();
    }

    /** As it was written. */
    String text() {
        return String.join("/", segments);
    }
}

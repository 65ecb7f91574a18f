package io.sallyport.model;

import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.model.text.Ascii;
import io.sallyport.model.text.Parsed;
import io.sallyport.model.text.Parsed.Accepted;
import io.sallyport.model.text.Parsed.Rejected;
import io.sallyport.model.text.Utf8Check;
import java.util.List;

/**
 * Parses paths for {@link CanonicalPath}, segment by segment from the left: removes parameters, folds repeated slashes
 * and plain dot segments, decodes triplets of unreserved characters. Refuses what another parser could read
 * differently. Text that is obviously canonical is used unchanged. Confined to its thread.
 */
final class PathParser {
    /** Limit of a path in bytes, both as received and in canonical form. */
    static final int MAX_BYTES = 4_096;

    private final String raw;
    private final boolean decodes;
    private final boolean keepsSlashes;
    private final StringBuilder out;
    private final Utf8Check utf8 = new Utf8Check();
    private String why = "";
    private int at = -1;

    private PathParser(String raw, PolicyDialect dialect) {
        this.raw = raw;
        this.decodes = dialect.has(PolicySwitch.DECODE_DOTS);
        this.keepsSlashes = dialect.has(PolicySwitch.ENCODED_SLASH);
        this.out = new StringBuilder(raw.length() + 16);
    }

    static Parsed<CanonicalPath> parse(String raw, PolicyDialect dialect) {
        if (raw.isEmpty()) {
            return new Accepted<>(CanonicalPath.ROOT);
        }
        if (raw.length() > MAX_BYTES) {
            return new Rejected<>("the path is longer than " + MAX_BYTES + " bytes", MAX_BYTES);
        }
        if (raw.charAt(0) != '/') {
            return new Rejected<>("a path begins with a slash", 0);
        }
        return isPlain(raw) ? new Accepted<>(new CanonicalPath(raw)) : new PathParser(raw, dialect).read();
    }

    /** Returns whether there is nothing to decode, cut or fold; may be false for a canonical path. */
    private static boolean isPlain(String raw) {
        char before = 0;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            boolean plain = c == '/' ? before != '/' : Ascii.isPath(c) && (c != '.' || before != '/');
            if (!plain) {
                return false;
            }
            before = c;
        }
        return true;
    }

    private Parsed<CanonicalPath> read() {
        int from = 1;
        while (from <= raw.length() && at < 0) {
            int slash = raw.indexOf('/', from);
            int to = slash < 0 ? raw.length() : slash;
            readSegment(from, to, slash < 0);
            from = to + 1;
        }
        if (at < 0 && out.length() > MAX_BYTES) {
            fail("the canonical path is longer than " + MAX_BYTES + " bytes", raw.length());
        }
        return at < 0 ? new Accepted<>(new CanonicalPath(out.toString())) : new Rejected<>(why, at);
    }

    private void readSegment(int from, int to, boolean last) {
        int start = out.length();
        out.append('/');
        if (copy(from, to)) {
            place(start, from, to, last);
        }
    }

    /** Keeps, folds or refuses the segment that was just written after the slash at {@code start}. */
    private void place(int start, int from, int to, boolean last) {
        int length = out.length() - start - 1;
        if (keepsSlashes && hasDotsBesideSlash(out.substring(start + 1))) {
            fail("a dot segment beside an encoded slash", from);
            return;
        }
        boolean dots = length > 0 && length < 3 && out.charAt(start + 1) == '.' && out.charAt(out.length() - 1) == '.';
        if (length > 0 && !dots) {
            return;
        }
        if (dots && to - from != length && !decodes) {
            fail("a dot segment in disguise", from);
            return;
        }
        out.setLength(start);
        if (length == 2) {
            climb(start, from);
        }
        if (last) {
            out.append('/');
        }
    }

    /** Whoever takes an encoded slash for a slash would fold such a segment, and leave what was judged. */
    private static boolean hasDotsBesideSlash(String segment) {
        return segment.contains(CanonicalPath.ENCODED_SLASH)
                && List.of(segment.split(CanonicalPath.ENCODED_SLASH, -1)).stream()
                        .anyMatch(part -> part.equals(".") || part.equals(".."));
    }

    private void climb(int start, int from) {
        if (start == 0) {
            fail("the path climbs above the root", from);
            return;
        }
        out.setLength(out.lastIndexOf("/"));
    }

    /** Writes the segment in canonical form without its parameters, which are still checked. */
    private boolean copy(int from, int to) {
        boolean cut = false;
        int keep = 0;
        int i = from;
        while (i < to && at < 0) {
            int octet = raw.charAt(i) == '%' ? triplet(i, to) : raw.charAt(i);
            if (octet == ';' && !cut) {
                cut = true;
                keep = out.length();
            }
            boolean encoded = raw.charAt(i) == '%';
            write(octet, encoded, i);
            i += encoded ? 3 : 1;
        }
        if (at < 0 && !utf8.isComplete()) {
            fail("not UTF-8", to);
        }
        if (cut) {
            out.setLength(keep);
        }
        return at < 0;
    }

    private int triplet(int i, int to) {
        int octet = i + 2 < to ? Ascii.triplet(raw, i) : -1;
        return octet < 0 ? fail("a percent sign without two hexadecimal digits", i) : octet;
    }

    private void write(int octet, boolean encoded, int i) {
        if (at >= 0) {
            return;
        }
        if (octet < 0x80 && !utf8.isComplete()) {
            fail("not UTF-8", i);
        } else if (encoded) {
            writeEncoded(octet, i);
        } else if (Ascii.isPath(octet) || octet == ';') {
            out.append((char) octet);
        } else if (Ascii.isEncodable(octet)) {
            Ascii.appendTriplet(out, octet);
        } else {
            fail(Ascii.show(raw.codePointAt(i)) + " in a path", i);
        }
    }

    private void writeEncoded(int octet, int i) {
        if (octet == '/' && keepsSlashes) {
            out.append(CanonicalPath.ENCODED_SLASH);
        } else if (octet == '/' || octet == '\\' || Ascii.isControl(octet)) {
            fail(
                    octet == '/'
                            ? "an encoded slash"
                            : octet == '\\' ? "an encoded backslash" : "an encoded control character",
                    i);
        } else if (octet >= 0x80 && !utf8.accept(octet)) {
            fail("not UTF-8", i);
        } else if (Ascii.isUnreserved(octet) || (decodes && Ascii.isPath(octet))) {
            out.append((char) octet);
        } else {
            Ascii.appendTriplet(out, octet);
        }
    }

    private int fail(String reason, int where) {
        why = reason;
        at = where;
        return -1;
    }
}

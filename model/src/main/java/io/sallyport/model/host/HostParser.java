package io.sallyport.model.host;

import io.sallyport.model.text.Ascii;
import io.sallyport.model.text.Parsed;
import io.sallyport.model.text.Parsed.Accepted;
import io.sallyport.model.text.Parsed.Rejected;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses hosts for {@link CanonicalHost}. A lower-case ASCII name is already canonical and is not copied. */
final class HostParser {
    private static final int MAX_NAME = 253; // RFC 1035 section 2.3.4, without the root label
    private static final int MAX_LABEL = 63;
    private static final int MAX_WRITTEN = 1_024; // limit of a document's name before encoding, in chars

    private HostParser() {}

    static Parsed<CanonicalHost> parse(String text, boolean document) {
        if (text.isEmpty()) {
            return new Rejected<>("the host is empty", 0);
        }
        if (text.charAt(0) == '[') {
            return bracketed(text);
        }
        int foreign = firstNonAscii(text);
        if (foreign < 0) {
            return ascii(text);
        }
        return document
                ? international(text, foreign)
                : new Rejected<>("a host on the wire is ASCII: " + show(text, foreign), foreign);
    }

    private static Parsed<CanonicalHost> bracketed(String text) {
        int close = text.indexOf(']');
        if (close < 0) {
            return new Rejected<>("the bracket is not closed", text.length());
        }
        if (close != text.length() - 1) {
            return new Rejected<>("nothing may follow the closing bracket", close + 1);
        }
        Ipv6Reader reader = new Ipv6Reader(text, 1, close);
        byte @Nullable [] address = reader.read();
        return address == null
                ? new Rejected<>(reader.why(), reader.at())
                : new Accepted<>(new CanonicalHost(Ipv6Reader.write(address), address));
    }

    private static Parsed<CanonicalHost> international(String text, int foreign) {
        if (text.length() > MAX_WRITTEN) {
            return new Rejected<>("the host is longer than " + MAX_WRITTEN + " characters", MAX_WRITTEN);
        }
        String ascii = Idna.toAscii(text);
        if (ascii == null || firstNonAscii(ascii) >= 0) {
            return new Rejected<>("not a valid international name (UTS 46): " + show(text, foreign), foreign);
        }
        if (ascii.isEmpty()) {
            return new Rejected<>("the host is empty", foreign);
        }
        return switch (ascii(ascii)) {
            case Rejected(var why, int _) -> new Rejected<>(why, foreign);
            case Accepted(var host) when host.isAddress() -> new Rejected<>("an address is written in ASCII", foreign);
            case Accepted<CanonicalHost> accepted -> accepted;
        };
    }

    private static Parsed<CanonicalHost> ascii(String text) {
        boolean rooted = text.charAt(text.length() - 1) == '.';
        int end = rooted ? text.length() - 1 : text.length();
        if (end > MAX_NAME) {
            return new Rejected<>("the name is longer than " + MAX_NAME + " bytes", MAX_NAME);
        }
        return switch (checkLabels(text, end)) {
            case Misfit(String why, int at) -> new Rejected<>(why, at);
            case Fit _ -> named(text.substring(0, end).toLowerCase(Locale.ROOT), rooted);
        };
    }

    private static Parsed<CanonicalHost> named(String name, boolean rooted) {
        int last = name.lastIndexOf('.') + 1;
        if (isNumber(name, last)) {
            return address(name, last, rooted);
        }
        return switch (checkInternational(name)) {
            case Misfit(String why, int at) -> new Rejected<>(why, at);
            case Fit _ -> new Accepted<>(new CanonicalHost(name, null));
        };
    }

    /** Whether a part of a name has the form that it must have. */
    private sealed interface Form {
        Form FIT = new Fit();
    }

    private record Fit() implements Form {}

    private record Misfit(String why, int at) implements Form {}

    private static Form checkLabels(String text, int end) {
        int start = 0;
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (c == '.') {
                if (checkLabel(text, start, i) instanceof Misfit misfit) {
                    return misfit;
                }
                start = i + 1;
            } else if (!Ascii.isName(c)) {
                return new Misfit(c == ':' ? "an IPv6 address stands in brackets" : show(text, i) + " in a host", i);
            }
        }
        return checkLabel(text, start, end);
    }

    private static Form checkLabel(String text, int start, int end) {
        if (start == end) {
            return new Misfit("a label is empty", start);
        }
        if (end - start > MAX_LABEL) {
            return new Misfit("a label is longer than " + MAX_LABEL + " bytes", start + MAX_LABEL);
        }
        if (text.charAt(start) == '-') {
            return new Misfit("a label begins with a hyphen", start);
        }
        return text.charAt(end - 1) == '-' ? new Misfit("a label ends in a hyphen", end - 1) : Form.FIT;
    }

    /**
     * Returns whether the label is all digits, or {@code 0x} and hexadecimal digits: resolvers take such a label for
     * part of an address.
     */
    private static boolean isNumber(String name, int from) {
        boolean hexadecimal = name.startsWith("0x", from);
        for (int i = hexadecimal ? from + 2 : from; i < name.length(); i++) {
            char c = name.charAt(i);
            if (hexadecimal ? Ascii.hex(c) < 0 : !Ascii.isDigit(c)) {
                return false;
            }
        }
        return true;
    }

    private static Parsed<CanonicalHost> address(String name, int last, boolean rooted) {
        byte[] address = Ipv4.parse(name);
        if (address == null) {
            return new Rejected<>(
                    "a number is no name, and an IPv4 address is four decimal numbers without leading zeros", last);
        }
        return rooted
                ? new Rejected<>("an address takes no trailing dot", name.length())
                : new Accepted<>(new CanonicalHost(name, address));
    }

    private static Form checkInternational(String name) {
        for (int at = name.indexOf("xn--"); at >= 0; at = name.indexOf("xn--", at + 4)) {
            if (at == 0 || name.charAt(at - 1) == '.') {
                int dot = name.indexOf('.', at);
                if (!Idna.isValidLabel(name.substring(at, dot < 0 ? name.length() : dot))) {
                    return new Misfit("not a valid A-label", at);
                }
            }
        }
        return Form.FIT;
    }

    private static int firstNonAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0x7f) {
                return i;
            }
        }
        return -1;
    }

    private static String show(String text, int at) {
        return Ascii.show(text.codePointAt(at));
    }
}

package io.sallyport.model.host;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A host in its one canonical form: a lower-case name of A-labels without trailing dot, or an address literal.
 *
 * <p>Parsing the {@link #authority} of a canonical host again gives an equal one. Sources: RFC 3986 section 3.2.2, RFC
 * 5952, RFC 1035 section 2.3.4, UTS 46 (of the wire: only that an A-label is a valid one).
 */
public final class CanonicalHost {
    private final String text;
    private final byte @Nullable [] address;
    private @Nullable List<String> suffixes; // made at first use; threads that race make equal ones

    /** Only for what a parser has found canonical. */
    CanonicalHost(String text, byte @Nullable [] address) {
        this.text = text;
        this.address = address;
    }

    /** Reads a host as it stands on the wire: ASCII only, IPv6 in brackets. Never throws, never guesses. */
    public static Parsed parse(String wire) {
        return HostParser.parse(wire, false);
    }

    /** Reads a host as it stands in a document: as on the wire, and U-labels become A-labels (UTS 46, non-transitional). */
    public static Parsed parseDocument(String written) {
        return HostParser.parse(written, true);
    }

    /** The canonical text; IPv6 by RFC 5952, without brackets. */
    public String text() {
        return text;
    }

    /** The text as it stands in a URL or Host: IPv6 in brackets. */
    public String authority() {
        return address != null && address.length == 16 ? "[" + text + "]" : text;
    }

    public boolean isAddress() {
        return address != null;
    }

    /** The 4 or 16 bytes of an address literal (a copy), or null for a name. */
    public byte @Nullable [] address() {
        return address == null ? null : address.clone();
    }

    /** The name and each name above it, longest first; an address has only itself. */
    public List<String> suffixes() {
        List<String> known = suffixes;
        if (known == null) {
            known = isAddress() ? List.of(text) : suffixesOf(text);
            suffixes = known;
        }
        return known;
    }

    private static List<String> suffixesOf(String name) {
        List<String> found = new ArrayList<>(4);
        for (int from = 0; from >= 0; from = name.indexOf('.', from) + 1) {
            found.add(name.substring(from));
            if (name.indexOf('.', from) < 0) {
                break;
            }
        }
        return List.copyOf(found);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CanonicalHost that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    /** A canonical host, or why there is none. */
    public sealed interface Parsed {}

    public record Accepted(CanonicalHost host) implements Parsed {}

    /** Refused; {@code at} is the index of the first offending char. */
    public record Rejected(String why, int at) implements Parsed {}
}

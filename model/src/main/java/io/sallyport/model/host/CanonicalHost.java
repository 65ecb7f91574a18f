package io.sallyport.model.host;

import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A host in its one canonical form: a lower-case name of A-labels without trailing dot, or an address literal.
 *
 * <p>Parsing the {@link #authority} of a canonical host again gives an equal one. Sources: RFC 3986 section 3.2.2, RFC
 * 5952, RFC 1035 section 2.3.4, UTS 46 (on the wire, only to check that an A-label is valid).
 */
public final class CanonicalHost {
    private final String text;
    private final byte @Nullable [] address;
    private @Nullable List<String> suffixes; // created lazily; racing threads create equal ones

    /** Called only with values that a parser found canonical. */
    CanonicalHost(String text, byte @Nullable [] address) {
        this.text = text;
        this.address = address;
    }

    /** Parses a host from the wire: ASCII only, IPv6 in brackets. Never throws, never guesses. */
    public static Parsed<CanonicalHost> parse(String wire) {
        return HostParser.parse(wire, false);
    }

    /** Parses a host from a document: as on the wire, and U-labels become A-labels (UTS 46, non-transitional). */
    public static Parsed<CanonicalHost> parseDocument(String written) {
        return HostParser.parse(written, true);
    }

    /** Returns the canonical text; IPv6 as in RFC 5952, without brackets. */
    public String text() {
        return text;
    }

    /** Returns the text as in a URL or Host header: IPv6 in brackets. */
    public String authority() {
        return address != null && address.length == 16 ? "[" + text + "]" : text;
    }

    /** Returns {@code host}, parsed or not, as in a URL or Host header: in brackets if it has a colon. */
    public static String authority(String host) {
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }

    public boolean isAddress() {
        return address != null;
    }

    /** Returns whether this is an address of this machine alone; a name, such as {@code localhost}, is none. */
    public boolean isLoopback() {
        return address != null && IpAddress.of(address).toInetAddress().isLoopbackAddress();
    }

    /** Returns the 4 or 16 bytes of an address literal (a copy), or null for a name. */
    public byte @Nullable [] address() {
        return address == null ? null : address.clone();
    }

    /** Returns the name and its parent names, longest first; for an address, only itself. */
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
}

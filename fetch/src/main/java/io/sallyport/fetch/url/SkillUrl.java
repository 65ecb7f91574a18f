package io.sallyport.fetch.url;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Scheme;
import io.sallyport.model.Sha256;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The URL of a fetch, {@code https://host/path#sha256=HEX}, in its one form: allowlist, forge call, cache key and audit
 * are taken from it and from nothing else. Immutable.
 */
public final class SkillUrl {
    private static final String SCHEME = "https://";
    private static final String PIN = "sha256=";
    private static final int MAX_CHARS = 8_192;

    /** What a canonical path could be read as by somebody else. */
    private static final List<String> DISGUISED = List.of("//", "?", "#", ";", "%2f", "%5c", "%3b");

    private final CanonicalUrl address;
    private final boolean isRooted;
    private final Sha256 sha256;

    private SkillUrl(CanonicalUrl address, boolean isRooted, Sha256 sha256) {
        this.address = address;
        this.isRooted = isRooted;
        this.sha256 = sha256;
    }

    /** A URL, or its refusal. */
    public sealed interface Reading {}

    /** It is one, with its pin. */
    public record Accepted(SkillUrl url) implements Reading {}

    /** It is none; {@code refused} is what the client hears. */
    public record Rejected(FetchRefusal refused) implements Reading {}

    /**
     * Reads {@code text}; the first fault, in the order of the wire's table, settles it. Never throws, never guesses.
     */
    public static Reading parse(String text) {
        if (text.isEmpty()) {
            return new Rejected(FetchRefusal.NO_URL);
        }
        int hash = text.lastIndexOf('#');
        String address = hash < 0 ? text : text.substring(0, hash);
        int slash = pathStart(address);
        if (slash < 0) {
            return new Rejected(FetchRefusal.NOT_HTTPS);
        }
        return CanonicalAuthority.parse(address.substring(SCHEME.length(), slash), Dialect.WIRE)
                        instanceof Parsed.Accepted(var authority)
                ? pinned(authority, address, slash, hash < 0 ? "" : text.substring(hash + 1))
                : new Rejected(FetchRefusal.NOT_HTTPS);
    }

    /** Where the path begins; -1 where this is no https URL at all. */
    private static int pathStart(String address) {
        if (address.length() > MAX_CHARS
                || !address.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                || address.chars().anyMatch(SkillUrl::isUnfit)) {
            return -1;
        }
        int end = SCHEME.length();
        while (end < address.length() && "/?#".indexOf(address.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private static boolean isUnfit(int c) {
        return c <= ' '
                || c == '\\'
                || Character.isISOControl(c)
                || Character.isWhitespace(c)
                || Character.isSpaceChar(c);
    }

    private static Reading pinned(CanonicalAuthority authority, String address, int slash, String fragment) {
        Sha256 sha256 = fragment.startsWith(PIN) ? Sha256.parse(fragment.substring(PIN.length())) : null;
        if (sha256 == null) {
            return new Rejected(FetchRefusal.NO_HASH);
        }
        String raw = address.substring(slash);
        if (isDisguised(raw) || !(CanonicalPath.parse(raw) instanceof Parsed.Accepted(var path))) {
            return new Rejected(FetchRefusal.NOT_CANONICAL);
        }
        int port = authority.portOr(Scheme.HTTPS.defaultPort());
        var url = new CanonicalUrl(Scheme.HTTPS, authority.host(), port, path, CanonicalQuery.NONE);
        boolean isRooted = isRooted(address.substring(SCHEME.length(), slash));
        return new Accepted(new SkillUrl(url, isRooted, sha256));
    }

    /** Whether the name ends in the root's dot: it is the same name to a resolver, and another to a certificate. */
    private static boolean isRooted(String authority) {
        int colon = authority.lastIndexOf(':');
        return (colon < 0 ? authority : authority.substring(0, colon)).endsWith(".");
    }

    private static boolean isDisguised(String raw) {
        String lower = raw.toLowerCase(Locale.ROOT);
        if (DISGUISED.stream().anyMatch(lower::contains)) {
            return true;
        }
        for (String segment : lower.replace("%2e", ".").split("/", -1)) {
            if (segment.equals(".") || segment.equals("..")) {
                return true;
            }
        }
        return false;
    }

    public CanonicalHost host() {
        return address.host();
    }

    public CanonicalPath path() {
        return address.path();
    }

    /** The pin: also the key under which it is kept. */
    public Sha256 sha256() {
        return sha256;
    }

    /** Where it is, but for the root's dot. */
    CanonicalUrl address() {
        return address;
    }

    /** Whether an allowlist entry can cover its address: no trailing dot, and nothing encoded twice. */
    boolean isPlain() {
        return !isRooted && !path().text().contains("%25");
    }

    /** Without the hash: as it is compared, shown and audited, also what makes it one that nothing covers. */
    public String text() {
        String at = address.port() == Scheme.HTTPS.defaultPort() ? "" : ":" + address.port();
        return SCHEME + host().authority() + (isRooted ? "." : "") + at + path().text();
    }

    /** What the policy is asked. */
    public CanonicalRequest question() {
        return CanonicalRequest.fetch(Scheme.HTTPS, host(), address.port(), path());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SkillUrl that && text().equals(that.text()) && sha256.equals(that.sha256);
    }

    @Override
    public int hashCode() {
        return sha256.hashCode() * 31 + path().hashCode();
    }

    @Override
    public String toString() {
        return text();
    }
}

package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.RequestTarget;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.host.HostList;
import org.jspecify.annotations.Nullable;

/**
 * Reads request targets. At the hosts that the operator lists, {@code %2F} in a path is written as the slash that it
 * stands for, and the path is read anew: rules and target see the same segments. Elsewhere it is refused. A path
 * without one is read once. Immutable.
 */
record SlashRule(HostList hosts) {
    private static final String ENCODED = "%2F";

    /** Of a path that a refusal quotes, in chars. */
    private static final int MAX_SHOWN = 200;

    /** A path with its query, of a request to {@code host}, as a dialect of network policies reads it. */
    Canonicalized<RequestTarget> target(String text, CanonicalHost host, PolicyDialect dialect) {
        boolean decodes = encoded(text, 0) >= 0 && hosts.contains(host);
        return RequestTarget.parse(decodes ? decoded(text, 0) : text, dialect);
    }

    /** An absolute URL. */
    Canonicalized<CanonicalUrl> url(String text, PolicyDialect dialect) {
        return decodedUrl(text, CanonicalUrl.parse(text, Dialect.WIRE, dialect), dialect);
    }

    /**
     * What would serve a target that was refused for an encoded slash alone, safe to show; null for any other.
     *
     * @param target a path with its query, or an absolute URL
     */
    @Nullable
    String advice(String target) {
        int from = target.startsWith("/") ? 0 : pathOf(target);
        if (from < 0 || encoded(target, from) < 0) {
            return null;
        }
        String path = decoded(target, from).substring(from);
        if (!(RequestTarget.parse(path) instanceof Canonicalized.Accepted<RequestTarget>)) {
            return null;
        }
        int query = target.indexOf('?', from);
        String shown = target.substring(from, query < 0 ? target.length() : query);
        return "the path " + (shown.length() > MAX_SHOWN ? shown.substring(0, MAX_SHOWN) + "..." : shown)
                + " holds an encoded slash (%2F), which is one only at hosts that the operator lists under"
                + " proxy.decode_slash";
    }

    private Canonicalized<CanonicalUrl> decodedUrl(
            String text, Canonicalized<CanonicalUrl> kept, PolicyDialect dialect) {
        int path = pathOf(text);
        return path >= 0
                        && encoded(text, path) >= 0
                        && CanonicalUrl.parse(decoded(text, path), Dialect.WIRE, dialect)
                                instanceof Canonicalized.Accepted<CanonicalUrl> accepted
                        && hosts.contains(accepted.value().host())
                ? accepted
                : kept;
    }

    /** Where the path begins; -1 where there is none. What stands before it is no path, whatever is encoded there. */
    private static int pathOf(String url) {
        int scheme = url.indexOf("://");
        return scheme < 0 ? -1 : url.indexOf('/', scheme + 3);
    }

    private static String decoded(String text, int path) {
        var written = new StringBuilder(text.length()).append(text, 0, path);
        int from = path;
        for (int at = encoded(text, from); at >= 0; at = encoded(text, from)) {
            written.append(text, from, at).append('/');
            from = at + ENCODED.length();
        }
        return written.append(text, from, text.length()).toString();
    }

    /** The next encoded slash of the path; -1 where there is none before the query. */
    private static int encoded(String text, int from) {
        for (int at = from; at < text.length() && text.charAt(at) != '?'; at++) {
            if (text.charAt(at) == '%' && text.regionMatches(true, at, ENCODED, 0, ENCODED.length())) {
                return at;
            }
        }
        return -1;
    }
}

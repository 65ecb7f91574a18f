package io.sallyport.regoengine.builtin.net;

import io.sallyport.regoengine.builtin.BuiltinError;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A URL as parsed by Go's {@code net/url} (1.26), which OPA uses; a part that is absent is empty.
 *
 * @param host name, or address in brackets, with its port
 * @param path decoded
 * @param rawPath as written
 */
public record GoUrl(String scheme, String host, String path, String rawPath, String query, String fragment) {

    public static GoUrl parse(String text) {
        int hash = text.indexOf('#');
        String whole = hash < 0 ? text : text.substring(0, hash);
        GoUrl url = withoutFragment(whole);
        String fragment = hash < 0 ? "" : GoUrlText.decoded(text.substring(hash + 1), GoUrlText.Part.FRAGMENT);
        return new GoUrl(url.scheme, url.host, url.path, url.rawPath, url.query, fragment);
    }

    private static GoUrl withoutFragment(String text) {
        if (text.chars().anyMatch(unit -> unit < ' ' || unit == 0x7f)) {
            throw new BuiltinError("net/url: invalid control character in URL");
        }
        if (text.equals("*")) {
            return new GoUrl("", "", "*", "*", "", "");
        }
        int colon = schemeEnd(text);
        String scheme = text.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT);
        String rest = text.substring(colon + 1);
        int mark = rest.indexOf('?');
        String query = mark < 0 ? "" : rest.substring(mark + 1);
        return hierarchical(scheme, mark < 0 ? rest : rest.substring(0, mark), query);
    }

    /** Returns the index of the colon after the scheme, or -1. */
    private static int schemeEnd(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == ':' && i == 0) {
                throw new BuiltinError("missing protocol scheme");
            }
            if (unit == ':') {
                return i;
            }
            boolean letter = unit < 0x80 && Character.isLetter(unit);
            if (!letter && (i == 0 || "0123456789+-.".indexOf(unit) < 0)) {
                return -1;
            }
        }
        return -1;
    }

    private static GoUrl hierarchical(String scheme, String rest, String query) {
        if (!rest.startsWith("/") && !scheme.isEmpty()) {
            return new GoUrl(scheme, "", "", "", query, ""); // opaque
        }
        if (rest.split("/", 2)[0].contains(":")) {
            throw new BuiltinError("first path segment in URL cannot contain colon");
        }
        String host = "";
        String path = rest;
        if (rest.startsWith("//") && (!scheme.isEmpty() || !rest.startsWith("///"))) {
            int end = rest.indexOf('/', 2);
            host = authority(scheme, rest.substring(2, end < 0 ? rest.length() : end));
            path = end < 0 ? "" : rest.substring(end);
        }
        return new GoUrl(scheme, host, GoUrlText.decoded(path, GoUrlText.Part.PATH), path, query, "");
    }

    private static String authority(String scheme, String text) {
        int at = text.lastIndexOf('@');
        String host = host(scheme, text.substring(at + 1));
        String user = text.substring(0, Math.max(0, at));
        if (!GoUrlText.isUser(user)) {
            throw new BuiltinError("net/url: invalid userinfo");
        }
        GoUrlText.decoded(user, GoUrlText.Part.USER);
        return host;
    }

    private static String host(String scheme, String text) {
        int bracket = text.lastIndexOf('[');
        if (bracket > 0) {
            throw new BuiltinError("invalid IP-literal");
        }
        if (bracket == 0) {
            return literal(text);
        }
        boolean strict = scheme.equals("http") || scheme.equals("https");
        int colon = strict ? text.indexOf(':') : text.lastIndexOf(':');
        checkPort(colon < 0 ? "" : text.substring(colon));
        return GoUrlText.decoded(text, GoUrlText.Part.HOST);
    }

    private static String literal(String text) {
        int end = text.lastIndexOf(']');
        if (end < 0) {
            throw new BuiltinError("missing ']' in host");
        }
        String port = text.substring(end + 1);
        checkPort(port);
        String address = text.substring(1, end);
        int zone = address.indexOf("%25");
        String plain = GoUrlText.decoded(zone < 0 ? address : address.substring(0, zone), GoUrlText.Part.HOST);
        String suffix = zone < 0 ? "" : GoUrlText.decoded(address.substring(zone), GoUrlText.Part.ZONE);
        if (!isIpv6(plain) || suffix.equals("%")) {
            throw new BuiltinError("invalid host: " + plain);
        }
        return "[" + plain + suffix + "]" + port;
    }

    private static boolean isIpv6(String text) {
        @Nullable GoIpAddress address = GoIpAddress.parse(text);
        return address != null && text.contains(":");
    }

    private static void checkPort(String text) {
        if (!isPort(text)) {
            throw new BuiltinError("invalid port \"" + text + "\" after host");
        }
    }

    private static boolean isPort(String text) {
        boolean digits = text.chars().skip(1).allMatch(unit -> unit >= '0' && unit <= '9');
        return text.isEmpty() || (text.charAt(0) == ':' && digits);
    }

    /** Returns the host without brackets and port. */
    String hostname() {
        int colon = portColon();
        String name = colon < 0 ? host : host.substring(0, colon);
        return name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
    }

    String port() {
        int colon = portColon();
        return colon < 0 ? "" : host.substring(colon + 1);
    }

    private int portColon() {
        int colon = host.lastIndexOf(':');
        return colon >= 0 && isPort(host.substring(colon)) ? colon : -1;
    }

    /** Returns the path as Go writes it: unchanged if it is a valid encoding of the path, else by Go's own rules. */
    public String escapedPath() {
        return GoUrlText.isEncodedPath(rawPath) || path.equals("*") ? rawPath : GoUrlText.encodedPath(path);
    }

    /** Returns {@link #rawPath} if it differs from the default encoding of the path, else the path. */
    public String distinctRawPath() {
        return GoUrlText.encodedPath(path).equals(rawPath) ? path : rawPath;
    }
}

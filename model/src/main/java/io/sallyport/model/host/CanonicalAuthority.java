package io.sallyport.model.host;

import io.sallyport.model.text.Parsed;
import io.sallyport.model.text.Parsed.Accepted;
import io.sallyport.model.text.Parsed.Rejected;

/**
 * A host and a port, as in a CONNECT request, a Host header or a URL (RFC 9112 section 3.2.3, RFC 3986 section 3.2).
 * User information is refused.
 *
 * @param port 1..65535, or {@link Port#NONE} if the text names none
 */
public record CanonicalAuthority(CanonicalHost host, int port) {

    /** Parses {@code host[:port]}. Never throws, never guesses. */
    public static Parsed<CanonicalAuthority> parse(String text, Dialect dialect) {
        int user = text.indexOf('@');
        if (user >= 0) {
            return new Rejected<>("user information", user);
        }
        int bracket = text.indexOf(']');
        int colon = text.indexOf(':', Math.max(bracket, 0));
        String host = colon < 0 ? text : text.substring(0, colon);
        int port = colon < 0 ? Port.NONE : Port.parse(text.substring(colon + 1));
        if (colon >= 0 && port == Port.NONE) {
            return new Rejected<>("a port is a number from 1 to 65535", colon + 1);
        }
        return switch (dialect.host(host)) {
            case Parsed.Accepted(var canonical) -> new Accepted<>(new CanonicalAuthority(canonical, port));
            case Parsed.Rejected(var why, int at) -> new Rejected<>(why, at);
        };
    }

    /** Parses the target of a CONNECT, in the dialect of the wire. The port is mandatory. */
    public static Parsed<CanonicalAuthority> parseConnect(String target) {
        return switch (parse(target, Dialect.WIRE)) {
            case Accepted(var authority)
            when authority.port == Port.NONE -> new Rejected<>("a CONNECT names its port", target.length());
            case Accepted<CanonicalAuthority> accepted -> accepted;
            case Rejected<CanonicalAuthority> rejected -> rejected;
        };
    }

    /** Returns the named port, or else {@code otherwise}. */
    public int portOr(int otherwise) {
        return port == Port.NONE ? otherwise : port;
    }

    @Override
    public String toString() {
        return port == Port.NONE ? host.authority() : host.authority() + ":" + port;
    }
}

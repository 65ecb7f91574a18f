package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sallyport.proxy.credentials.FilledHead;
import io.sallyport.proxy.credentials.Redaction;
import io.sallyport.proxy.listener.CgiName;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.NameSet;
import io.sallyport.proxy.listener.RoutingFields;
import io.sallyport.proxy.listener.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which fields are sent on: not those of one hop (RFC 9110 section 7.6.1), not those that frame the message or name its
 * target (written anew), not those that name another target or method than the judged one, none of {@code Proxy-}.
 */
final class FieldFilter {
    private static final NameSet HOP = NameSet.of(
            "Connection",
            "Keep-Alive",
            "Transfer-Encoding",
            "TE",
            "Trailer",
            "Upgrade",
            "HTTP2-Settings",
            "Sec-WebSocket-Extensions",
            "Content-Length",
            "Via");

    private static final NameSet RESPONSE = NameSet.of("Alt-Svc");

    /** What Connection cannot take away, since more than one hop rests on it. */
    private static final NameSet PROTECTED = NameSet.of(
            "Host",
            "Authorization",
            "Cookie",
            "Set-Cookie",
            "Cache-Control",
            "Content-Type",
            "Content-Encoding",
            "Content-Range",
            "Date",
            "Expect",
            "Location",
            "Origin",
            "Range",
            "Via",
            "WWW-Authenticate",
            "X-Forwarded-For",
            "X-Forwarded-Proto");

    /** What has no place behind a body, where nobody asks any more (RFC 9110 section 6.5.1). */
    private static final NameSet NOT_IN_TRAILERS = NameSet.of(
            "Host",
            "Authorization",
            "Cookie",
            "Set-Cookie",
            "Cache-Control",
            "Content-Type",
            "Content-Encoding",
            "Content-Range",
            "Date",
            "Expect",
            "Age",
            "Expires",
            "Location",
            "Max-Forwards",
            "Pragma",
            "Range",
            "Retry-After",
            "Vary",
            "Warning",
            "WWW-Authenticate",
            "X-Forwarded-For",
            "X-Forwarded-Proto");

    private FieldFilter() {}

    /** Writes the fields of a request that are sent on; {@code redact} are names that are not. */
    static void request(ByteBuf out, HeaderFields fields, Set<String> redact) {
        String nominated = nominated(fields);
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            if (goesOn(name, nominated, redact)) {
                write(out, name, fields.value(i));
            }
        }
    }

    /** The fields of a request that are sent on, and behind them those of {@code ours}. */
    static HeaderFields credentialed(HeaderFields fields, Set<String> redact, FilledHead ours) {
        String nominated = nominated(fields);
        List<String> kept = new ArrayList<>(2 * fields.size());
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            if (goesOn(name, nominated, redact) && !ours.replaces(name)) {
                kept.add(name);
                kept.add(fields.value(i));
            }
        }
        for (int i = 0; i < ours.injected().size(); i++) {
            kept.add(ours.injected().name(i));
            kept.add(ours.injected().value(i));
        }
        return HeaderFields.of(kept.toArray(String[]::new));
    }

    /**
     * The same for an API server, which is told by us who calls: no credential and no word of a hop before us goes on.
     */
    static void apiCall(ByteBuf out, HeaderFields fields, Set<String> redact) {
        String nominated = nominated(fields);
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            String read = CgiName.of(name);
            if (!isOurs(read) && passes(name, nominated) && goesOn(read, "", redact)) {
                write(out, name, fields.value(i));
            }
        }
    }

    private static boolean goesOn(String name, String nominated, Set<String> redact) {
        return passes(name, nominated) && !isRouting(name) && !isIn(redact, name);
    }

    private static boolean isRouting(String name) {
        return RoutingFields.namesTarget(name) || RoutingFields.namesMethod(name);
    }

    /** {@code Proxy-} and its like, and {@code Proxy} alone, which is HTTP_PROXY to what runs behind CGI. */
    private static boolean isForAProxy(String name) {
        return name.regionMatches(true, 0, "Proxy", 0, 5)
                && (name.length() == 5 || !Character.isLetterOrDigit(name.charAt(5)));
    }

    /** What we say to an API server, and nobody else. */
    private static boolean isOurs(String name) {
        return name.equalsIgnoreCase("Authorization")
                || name.equalsIgnoreCase("Accept-Encoding")
                || name.regionMatches(true, 0, "X-Forwarded-", 0, 12)
                || name.regionMatches(true, 0, "X-Sallyport-", 0, 12);
    }

    /**
     * Writes the fields of an answer that are sent back; {@code redaction} says what must not stand in them, or null.
     */
    static void response(ByteBuf out, HeaderFields fields, @Nullable Redaction redaction) {
        String nominated = nominated(fields);
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            if (passes(name, nominated) && !RESPONSE.contains(name)) {
                write(
                        out,
                        redaction == null ? name : redaction.of(name),
                        redaction == null ? fields.value(i) : redaction.of(fields.value(i)));
            }
        }
    }

    /** Writes the trailers that are sent on; {@code redact} as for {@link #request}. */
    static void trailers(ByteBuf out, HeaderFields fields, Set<String> redact) {
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            String read = CgiName.of(name);
            boolean drop = NOT_IN_TRAILERS.contains(read) || RESPONSE.contains(read) || isOurs(read);
            if (!drop && goesOn(read, "", redact)) {
                write(out, name, fields.value(i));
            }
        }
    }

    static void write(ByteBuf out, String name, String value) {
        ByteBufUtil.writeAscii(out, name);
        out.writeShort((':' << 8) | ' ');
        ByteBufUtil.writeAscii(out, value);
        out.writeShort(('\r' << 8) | '\n');
    }

    private static boolean passes(String name, String nominated) {
        if (HOP.contains(name) || isForAProxy(name)) {
            return false;
        }
        return nominated.isEmpty() || PROTECTED.contains(name) || !Tokens.lists(nominated, name);
    }

    /** All that Connection names, as one list; empty where it names nothing but the usual. */
    private static String nominated(HeaderFields fields) {
        String all = "";
        for (int i = 0; i < fields.size(); i++) {
            if (fields.name(i).equalsIgnoreCase("Connection") && !isUsual(fields.value(i))) {
                all = all.isEmpty() ? fields.value(i) : all + "," + fields.value(i);
            }
        }
        return all;
    }

    private static boolean isUsual(String value) {
        return value.equalsIgnoreCase("keep-alive") || value.equalsIgnoreCase("close");
    }

    private static boolean isIn(Set<String> redact, String name) {
        if (redact.isEmpty()) {
            return false;
        }
        for (String taken : redact) {
            if (NameSet.isSame(taken, name)) {
                return true;
            }
        }
        return false;
    }
}

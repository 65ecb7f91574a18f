package io.sallyport.proxy.listener;

import io.sallyport.model.ReasonCode;
import java.util.Base64;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Reads the field section that opens a stream as a request head, as strictly as a head of HTTP/1.1 is read (RFC 9113
 * sections 8.2, 8.3 and 8.5). What comes out is judged like any other: the authority stands in Host, several cookie
 * fields are one (section 8.2.3), and a body whose length is not said is chunked. A WebSocket (RFC 8441) becomes the
 * handshake of HTTP/1.1. One for each section; confined to its event loop.
 */
public final class StreamRequest {
    private static final int KEY_BYTES = 16;
    private static final int FIELD_OVERHEAD = 4; // colon, space and line end of HTTP/1.1

    private final FieldSection section;
    private final TargetForm form;
    private final boolean ended;
    private final HeadLimits limits;
    private @Nullable String method;
    private @Nullable String scheme;
    private @Nullable String authority;
    private @Nullable String path;
    private @Nullable String protocol;
    private @Nullable String cookie;
    private int bytes;

    private StreamRequest(FieldSection section, TargetForm form, boolean ended, HeadLimits limits) {
        this.section = section;
        this.form = form;
        this.ended = ended;
        this.limits = limits;
    }

    /** Whether a head that was read from a section opens a WebSocket. */
    public static boolean opensWebSocket(RequestHead head) {
        return head.fields().count("Upgrade") > 0; // which no section has itself
    }

    /**
     * Reads the section of a stream on a connection that speaks TLS.
     *
     * @param form of the targets of all its requests but CONNECT
     * @param ended whether the stream ends with it, so that no body follows
     */
    public static HeadResult<RequestHead> read(
            FieldSection section, TargetForm form, boolean ended, HeadLimits limits) {
        return new StreamRequest(section, form, ended, limits).read();
    }

    private HeadResult<RequestHead> read() {
        int pseudo = section.pseudoFields();
        for (int i = 0; i < pseudo; i++) {
            if (!keep(section.name(i), section.value(i))) {
                return malformed("a pseudo-field is unknown or stands twice");
            }
        }
        if (section.size() - pseudo > limits.maxFields()) {
            return new HeadResult.Malformed<>(
                    ReasonCode.HEAD_TOO_LARGE, "more than " + limits.maxFields() + " header fields");
        }
        String fault = pseudoFault();
        return fault == null ? fields(pseudo) : malformed(fault);
    }

    private boolean keep(String name, String value) {
        bytes += value.length();
        return switch (name) {
            case ":method" -> method == null && (method = value) != null;
            case ":scheme" -> scheme == null && (scheme = value) != null;
            case ":authority" -> authority == null && (authority = value) != null;
            case ":path" -> path == null && (path = value) != null;
            case ":protocol" -> protocol == null && (protocol = value) != null;
            default -> false;
        };
    }

    private @Nullable String pseudoFault() {
        if (method == null || method.length() > RequestLine.MAX_METHOD_BYTES || !Tokens.isToken(method)) {
            return "the method is no token of at most " + RequestLine.MAX_METHOD_BYTES + " bytes";
        }
        if (protocol != null && !isWebSocket()) {
            return "an extended CONNECT asks for websocket (RFC 8441)";
        }
        if (isTunnel()) {
            return scheme == null && path == null && authority != null ? null : "a CONNECT has an authority alone";
        }
        return switch (form) {
            case ORIGIN -> originFault();
            case ABSOLUTE -> absoluteFault();
        };
    }

    private @Nullable String originFault() {
        if (!"https".equals(scheme)) {
            return "the scheme is not that of the connection";
        }
        return path == null || path.isEmpty() ? "there is no path" : null;
    }

    /** What would make the URL another one than the fields say. */
    private @Nullable String absoluteFault() {
        if (scheme == null || !Tokens.isToken(scheme)) {
            return "the scheme is no token";
        }
        if (authority == null) {
            return "there is no authority";
        }
        return path == null || !path.startsWith("/") ? "the path does not begin with a slash" : null;
    }

    private @Nullable String target() {
        if (isTunnel()) {
            return authority;
        }
        return form == TargetForm.ORIGIN ? path : scheme + "://" + authority + path;
    }

    private boolean isTunnel() {
        return "CONNECT".equals(method) && protocol == null;
    }

    /** A WebSocket on a stream (RFC 8441 section 4): the stream stays open for its frames. */
    private boolean isWebSocket() {
        return "CONNECT".equals(method) && "websocket".equals(protocol) && authority != null && !ended;
    }

    /**
     * What the handshake of HTTP/1.1 has and that of a stream has not; the key is ours, and so is the look at its
     * answer.
     */
    private static void addHandshake(HeaderFields fields) {
        byte[] nonce = new byte[KEY_BYTES];
        ThreadLocalRandom.current().nextBytes(nonce);
        fields.add("Connection", "Upgrade");
        fields.add("Upgrade", "websocket");
        fields.add("Sec-WebSocket-Key", Base64.getEncoder().encodeToString(nonce));
    }

    private HeadResult<RequestHead> fields(int from) {
        HeaderFields fields = new HeaderFields();
        if (authority != null) {
            fields.add("Host", authority);
        }
        if (protocol != null) {
            addHandshake(fields);
        }
        for (int i = from; i < section.size(); i++) {
            String fault = FieldRules.fault(section.name(i), section.value(i));
            if (fault == null) {
                fault = add(fields, section.name(i), section.value(i));
            }
            if (fault != null) {
                return malformed(fault);
            }
        }
        if (cookie != null) {
            fields.add("cookie", cookie);
        }
        return bytes > limits.maxBytes()
                ? new HeadResult.Malformed<>(ReasonCode.HEAD_TOO_LARGE, "head over " + limits.maxBytes() + " bytes")
                : head(fields);
    }

    private @Nullable String add(HeaderFields fields, String name, String value) {
        bytes += name.length() + value.length() + FIELD_OVERHEAD;
        switch (name) {
            case "host" -> {
                if (authority != null) {
                    return authority.equalsIgnoreCase(value) ? null : "Host differs from the authority";
                }
                fields.add(name, value);
            }
            case "cookie" -> cookie = cookie == null ? value : cookie + "; " + value;
            default -> fields.add(name, value);
        }
        return null;
    }

    private HeadResult<RequestHead> head(HeaderFields fields) {
        String target = target();
        if (method == null || target == null || !isVisible(target)) {
            return malformed("the request target is not visible ASCII");
        }
        if (target.length() > limits.maxLineBytes()) {
            return new HeadResult.Malformed<>(
                    ReasonCode.URI_TOO_LONG, "request target over " + limits.maxLineBytes() + " bytes");
        }
        if (protocol != null) {
            return fields.count("Content-Length") > 0
                    ? malformed("a WebSocket has no body")
                    : new HeadResult.Complete<>(new RequestHead("GET", target, 1, fields, Framing.NONE, true));
        }
        Framing framing = framing(fields);
        return framing instanceof Framing.Unclear(String why)
                ? malformed(why)
                : new HeadResult.Complete<>(new RequestHead(method, target, 1, fields, framing, true));
    }

    private Framing framing(HeaderFields fields) {
        Framing declared = Framing.ofRequest(fields, 1);
        return switch (declared) {
            case Framing.None _ -> ended || isTunnel() ? declared : Framing.CHUNKED;
            case Framing.Length(long length) ->
                ended && length > 0 ? new Framing.Unclear("the stream ends before its Content-Length") : declared;
            case Framing.Chunked _, Framing.UntilClose _, Framing.Unclear _ -> declared;
        };
    }

    private static boolean isVisible(String target) {
        for (int i = 0; i < target.length(); i++) {
            if (target.charAt(i) <= ' ' || target.charAt(i) >= 0x7f) {
                return false;
            }
        }
        return !target.isEmpty();
    }

    private static HeadResult<RequestHead> malformed(String why) {
        return new HeadResult.Malformed<>(ReasonCode.MALFORMED_REQUEST, why);
    }
}

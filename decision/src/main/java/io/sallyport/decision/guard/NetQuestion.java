package io.sallyport.decision.guard;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.RequestTarget;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.host.Port;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.StatedBody;
import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A question about the network as the request that it stands for: {@code {url, method?}} and {@code {scheme?, host,
 * port?, method?, path?}} are one HTTP request, which with {@code ws} and {@code wss} opens a WebSocket; {@code
 * {domain}} and {@code tcp} ask for a tunnel.
 */
final class NetQuestion {
    private static final Set<String> KNOWN = Set.of("url", "domain", "scheme", "host", "port", "method", "path");
    private static final Set<String> OF_BODY = Set.of("body", "content_type");
    private static final Pattern METHOD = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}");
    private static final int MAX_PORT = 65_535;

    private final RegoObject net;

    private NetQuestion(RegoObject net) {
        this.net = net;
    }

    static CanonicalRequest read(RegoObject net) throws UnreadableQuestion {
        Members.require(net, name -> KNOWN.contains(name) || OF_BODY.contains(name), "net");
        NetQuestion question = new NetQuestion(net);
        CanonicalRequest request = question.read();
        if (request.scheme().isWebSocket() && question.has("method")) {
            throw UnreadableQuestion.of("net.method: a WebSocket is opened by GET");
        }
        return request;
    }

    /** Returns what a question about {@code request} states of its body; nothing where it states none. */
    static RequestHeaders headers(RegoObject net, CanonicalRequest request) throws UnreadableQuestion {
        String text = Members.text(net, "body");
        String type = Members.text(net, "content_type");
        if (text == null && type == null) {
            return RequestHeaders.EMPTY;
        }
        if (text == null || type == null) {
            throw UnreadableQuestion.of("net.body: it stands beside net.content_type");
        }
        if (request.kind() == RequestKind.CONNECT || request.scheme().isWebSocket()) {
            throw UnreadableQuestion.of("net.body: neither a tunnel nor a WebSocket has one");
        }
        return StatedBody.of(type, text);
    }

    private CanonicalRequest read() throws UnreadableQuestion {
        if (has("url")) {
            return alone("url", "method") ? ofUrl() : tooMuch("url");
        }
        if (has("domain")) {
            return alone("domain") ? ofDomain() : tooMuch("domain");
        }
        return ofParts();
    }

    private boolean has(String name) {
        return net.get(RegoString.of(name)) != null;
    }

    private boolean alone(String... names) {
        return KNOWN.stream().filter(this::has).allMatch(Set.of(names)::contains);
    }

    private CanonicalRequest tooMuch(String name) throws UnreadableQuestion {
        throw UnreadableQuestion.of("net." + name + ": says all, and another member stands beside it");
    }

    private CanonicalRequest ofUrl() throws UnreadableQuestion {
        return switch (CanonicalUrl.parse(Members.needText(net, "url"), Dialect.DOCUMENT)) {
            case Canonicalized.Rejected(var reason, var why, int at) ->
                throw new UnreadableQuestion(reason, "net.url: " + why + " (at " + at + ")");
            case Canonicalized.Accepted(var url) ->
                CanonicalRequest.http(url.scheme(), url.host(), url.port(), method(net), url.path(), url.query());
        };
    }

    private CanonicalRequest ofDomain() throws UnreadableQuestion {
        CanonicalAuthority host = host(net, "domain");
        return CanonicalRequest.connect(Scheme.HTTPS, host.host(), Scheme.HTTPS.defaultPort());
    }

    private CanonicalRequest ofParts() throws UnreadableQuestion {
        String word = Members.text(net, "scheme");
        Scheme scheme = word == null ? Scheme.HTTPS : Scheme.of(word);
        if (scheme == null) {
            throw new UnreadableQuestion(ReasonCode.UNSUPPORTED_SCHEME, "net.scheme: not served here");
        }
        CanonicalAuthority host = host(net, "host");
        int port = port(net, scheme);
        if (scheme.isTcp()) {
            return has("method") || has("path")
                    ? tooMuch("scheme")
                    : CanonicalRequest.connect(scheme, host.host(), port);
        }
        String path = Members.text(net, "path");
        return switch (RequestTarget.parse(path == null ? "/" : path)) {
            case Canonicalized.Rejected(var reason, var why, int at) ->
                throw new UnreadableQuestion(reason, "net.path: " + why + " (at " + at + ")");
            case Canonicalized.Accepted(var target) ->
                CanonicalRequest.http(scheme, host.host(), port, method(net), target.path(), target.query());
        };
    }

    static CanonicalAuthority host(RegoObject net, String name) throws UnreadableQuestion {
        String text = Members.needText(net, name);
        if (text.isBlank()) {
            throw new UnreadableQuestion(ReasonCode.EMPTY_DOMAIN, "net." + name + ": empty");
        }
        return switch (CanonicalAuthority.parse(text, Dialect.DOCUMENT)) {
            case Parsed.Rejected(var why, int at) ->
                throw new UnreadableQuestion(ReasonCode.NOT_CANONICAL, "net." + name + ": " + why + " (at " + at + ")");
            case Parsed.Accepted(var authority)
            when authority.port() != Port.NONE ->
                throw new UnreadableQuestion(ReasonCode.NOT_CANONICAL, "net." + name + ": a port stands in it");
            case Parsed.Accepted(var authority) -> authority;
        };
    }

    static int port(RegoObject net, Scheme scheme) throws UnreadableQuestion {
        RegoValue value = net.get(RegoString.of("port"));
        int port = value == null ? scheme.defaultPort() : whole(value);
        if (port < 1 || port > MAX_PORT) {
            throw UnreadableQuestion.of("net.port: not a number from 1 to " + MAX_PORT);
        }
        return port;
    }

    private static int whole(RegoValue value) {
        boolean fits = value instanceof RegoNumber number
                && number.isLong()
                && number.longValue() >= 1
                && number.longValue() <= MAX_PORT;
        return fits ? (int) ((RegoNumber) value).longValue() : -1;
    }

    static String method(RegoObject net) throws UnreadableQuestion {
        String text = Members.text(net, "method");
        if (text != null && !METHOD.matcher(text).matches()) {
            throw UnreadableQuestion.of("net.method: no HTTP token of at most 32 characters");
        }
        return text == null ? "GET" : text;
    }
}

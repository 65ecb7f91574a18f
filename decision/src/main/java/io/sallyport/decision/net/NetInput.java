package io.sallyport.decision.net;

import io.sallyport.decision.body.BodyForm;
import io.sallyport.decision.body.BodyForms;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.rpc.GrpcForm;
import io.sallyport.regoengine.value.MembersView;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code input.net}: the request, less what is not known of it.
 *
 * <p>Some fields are withheld: of a CONNECT what only the requests inside the tunnel have; a query, a content type, a
 * length, a call of gRPC or a body that cannot be read. They are absent, and that the evaluation came to one is noted
 * ({@link #cameToWithheld}): by its name, or by looking at the object as a whole. So is that it came to a body that has
 * not been received yet ({@link #awaitsBody}). Confined to one evaluation.
 */
public final class NetInput extends MembersView {
    private static final RegoString[] OF_CONNECT = keys("host", "port", "scheme", "suffixes");
    private static final RegoString[] OF_SPOKEN = keys("host", "port", "scheme", "speaks", "suffixes");
    private static final RegoString[] OF_REQUEST = keys(
            "body",
            "content_length",
            "content_type",
            "findings",
            "git",
            "graphql",
            "grpc",
            "headers",
            "host",
            "method",
            "path",
            "port",
            "prefixes",
            "protocol",
            "query",
            "rpc",
            "scheme",
            "segments",
            "suffixes",
            "websocket");

    private static final RegoString HTTP = RegoString.named("http");
    private static final RegoString WEBSOCKET = RegoString.named("websocket");
    private static final RegoString GRAPHQL = RegoString.named("graphql");
    private static final RegoString GRPC = RegoString.named("grpc");
    private static final Map<Scheme, RegoString> SCHEMES = schemes();
    private static final Map<Scheme, RegoString> SPOKEN = spoken();

    private final CanonicalRequest request;
    private final RequestHeaders head;
    private final HeadersInput headers;
    private final ContentInput content;
    private boolean withheld;
    private boolean queryRead;
    private boolean queryWithheld;
    private @Nullable RegoArray suffixes; // these are asked for again and again
    private @Nullable RegoArray prefixes;
    private @Nullable RegoString host;
    private @Nullable RegoString path;
    private RegoString @Nullable [] keys;

    public NetInput(CanonicalRequest request, RequestHeaders headers) {
        this(request, headers, new ContentInput(request, headers));
    }

    private NetInput(CanonicalRequest request, RequestHeaders head, ContentInput content) {
        this.request = request;
        this.head = head;
        this.headers = new HeadersInput(head);
        this.content = content;
    }

    /** Whether a request has the field and a CONNECT does not. */
    public static boolean isOfRequestOnly(String name) {
        RegoString key = RegoString.of(name);
        return Arrays.asList(OF_REQUEST).contains(key)
                && !Arrays.asList(OF_CONNECT).contains(key);
    }

    /**
     * Whether, since this was made, the evaluation came to a message of the WebSocket, there or not, or may later.
     *
     * @param moment whether it read the time
     */
    public boolean readsMessages(boolean moment) {
        return content.readsMessages(moment);
    }

    /** Whether the evaluation came to what may differ at the next like request; that a body is there may not. */
    public boolean cameToPassing() {
        return headers.wereRead() || content.isPassing();
    }

    /** Whether the evaluation came to a header. */
    public boolean cameToHeaders() {
        return headers.wereRead();
    }

    /** The same request, of whose batch that call is meant. */
    public NetInput ofCall(int other) {
        return new NetInput(request, head, content.ofCall(other));
    }

    /** The same request and call, of which nothing is noted yet. */
    public NetInput unread() {
        return new NetInput(request, head, content.unread());
    }

    /** Of how many calls the evaluation came to one: of each it has to be asked. */
    public int calls() {
        return content.calls();
    }

    /** Why the body, or the message, cannot be read in a form that the evaluation came to, or null. */
    public @Nullable DenyRule bodyFault() {
        return content.fault();
    }

    /**
     * From now on whoever looks at the request as a whole sees, and comes to, these of what is in its body; null shows
     * all.
     */
    public void show(@Nullable Set<String> names) {
        content.show(names);
        keys = null;
    }

    /**
     * The paths at which something of the body would stand, there or not, that {@link #show} leaves out. Of a CONNECT
     * there are none: it is asked again for each request inside, or the tunnel stays closed.
     */
    public List<List<String>> hidden(Set<String> fields, Set<String> formsOfBody) {
        if (isConnect()) {
            return List.of();
        }
        List<List<String>> paths = new ArrayList<>();
        for (String field : fields) {
            if (content.hides(field) && named(field) == null) {
                paths.add(List.of("net", field));
            }
        }
        if (!content.hides("body")) {
            formsOfBody.stream()
                    .filter(content::hides)
                    .map(form -> List.of("net", "body", form))
                    .forEach(paths::add);
        }
        return paths;
    }

    /** Whether the evaluation came to the body, which has not been received yet. */
    public boolean awaitsBody() {
        return content.awaitsBody();
    }

    /**
     * Whether, since this was made, the evaluation came to the query: by its name, or by looking at the object as a
     * whole.
     */
    public boolean cameToQuery() {
        return queryRead;
    }

    /** Whether the evaluation came to the query or the body, and what it came to cannot be read. */
    public boolean cameToUnreadable() {
        return queryWithheld || bodyFault() != null;
    }

    /** Whether the evaluation came to a field that is withheld for another reason than that the body is unreadable. */
    public boolean cameToUnknown() {
        return withheld;
    }

    /** Whether, since this was made, the evaluation came to a field that is withheld. */
    public boolean cameToWithheld() {
        return withheld || bodyFault() != null;
    }

    @Override
    public @Nullable RegoValue get(RegoValue key) {
        return key instanceof RegoString name ? named(name.text()) : null;
    }

    @Override
    public boolean isReadUnnoticed(RegoValue key) {
        return !(key instanceof RegoString name)
                || switch (name.text()) {
                    case "headers",
                            "content_type",
                            "content_length",
                            "query",
                            "body",
                            "findings",
                            "rpc",
                            "graphql",
                            "git" -> false;
                    case "method", "path", "segments", "prefixes" -> isKnown();
                    case "grpc", "protocol" -> isKnown() && request.grpc() != GrpcForm.UNCLEAR;
                    case "websocket" -> !isConnect() && !request.scheme().isWebSocket();
                    default -> true;
                };
    }

    private @Nullable RegoValue named(String name) {
        return switch (name) {
            case "scheme" -> SCHEMES.get(request.scheme());
            case "speaks" -> SPOKEN.get(request.scheme());
            case "host" -> host();
            case "port" -> RegoNumber.of(request.port());
            case "suffixes" -> suffixes();
            case "method", "path", "segments", "prefixes", "query", "protocol", "grpc" ->
                isConnect() ? withhold() : ofRequest(name);
            case "headers", "content_type", "content_length" -> isConnect() ? withhold() : ofHeaders(name);
            case "body", "rpc" -> isConnect() ? withhold() : content.ofBody(name);
            case "graphql" -> isConnect() ? withhold() : content.graphql();
            case "findings" -> isConnect() ? withhold() : content.findings();
            case "git" -> isConnect() ? withhold() : git();
            case "websocket" -> isConnect() ? withhold() : content.webSocket();
            default -> null;
        };
    }

    private @Nullable RegoValue ofRequest(String name) {
        CanonicalPath path = request.path();
        String method = request.method();
        if (path == null || method == null) {
            return withhold();
        }
        return switch (name) {
            case "method" -> RegoString.of(method);
            case "path" -> path(path);
            case "segments" -> strings(path.segments());
            case "prefixes" -> prefixes(path);
            case "query" -> query();
            case "protocol" -> protocol();
            case "grpc" -> grpc(path.segments());
            default -> null;
        };
    }

    private @Nullable RegoValue protocol() {
        if (request.scheme().isWebSocket()) {
            return WEBSOCKET;
        }
        return switch (request.grpc()) {
            case NONE -> HTTP;
            case CALL -> GRPC;
            case UNCLEAR -> withhold();
        };
    }

    private @Nullable RegoValue grpc(List<String> segments) {
        return switch (request.grpc()) {
            case NONE -> null;
            case CALL ->
                RegoObject.growing()
                        .put("method", RegoString.of(segments.getLast()))
                        .put("service", RegoString.of(segments.getFirst()))
                        .sealed();
            case UNCLEAR -> withhold();
        };
    }

    private @Nullable RegoValue ofHeaders(String name) {
        return switch (headers.field(name)) {
            case HeadersInput.There(RegoValue value) -> value;
            case HeadersInput.Absent _ -> null;
            case HeadersInput.Unreadable _ -> withhold();
        };
    }

    /** Path and query say of most requests what they ask of a repository. */
    private @Nullable RegoValue git() {
        queryRead = true;
        return BodyForms.isOfGitByBody(request) ? content.ofBody("git") : ofHead(BodyForms.gitOfHead(request));
    }

    private @Nullable RegoValue ofHead(BodyForm form) {
        return switch (form) {
            case BodyForm.Read(RegoValue value) -> value;
            case BodyForm.Absent _ -> null;
            case BodyForm.Unreadable _ -> withhold();
        };
    }

    private RegoString host() {
        RegoString made = host == null ? RegoString.of(request.host().text()) : host;
        host = made;
        return made;
    }

    private RegoString path(CanonicalPath canonical) {
        RegoString made = path == null ? RegoString.of(canonical.text()) : path;
        path = made;
        return made;
    }

    private RegoArray suffixes() {
        RegoArray made = suffixes == null ? strings(request.host().suffixes()) : suffixes;
        suffixes = made;
        return made;
    }

    private RegoArray prefixes(CanonicalPath path) {
        RegoArray made = prefixes == null ? strings(path.prefixes()) : prefixes;
        prefixes = made;
        return made;
    }

    private @Nullable RegoValue query() {
        queryRead = true;
        Map<String, List<String>> parameters = request.query().parameters();
        if (parameters == null) {
            queryWithheld = true;
            return withhold();
        }
        Map<String, RegoValue> values = new HashMap<>();
        parameters.forEach((name, texts) -> values.put(name, strings(texts)));
        return RegoObject.of(values);
    }

    private @Nullable RegoValue withhold() {
        withheld = true;
        return null;
    }

    /** Whether there is a request to read: a CONNECT does not show it. */
    private boolean isKnown() {
        return !isConnect() && request.path() != null && request.method() != null;
    }

    private boolean isConnect() {
        return request.kind() == RequestKind.CONNECT;
    }

    /** The keys that are there. Who asks for them all sees that some are not, and what the headers say. */
    @Override
    protected RegoString[] keys() {
        RegoString[] made = keys;
        if (made == null) {
            made = isConnect() ? ofConnect() : present();
            keys = made;
        }
        withheld |= isConnect();
        return made;
    }

    private RegoString[] ofConnect() {
        return SPOKEN.containsKey(request.scheme()) ? OF_SPOKEN : OF_CONNECT;
    }

    /** The text of a message is there: who looks at the whole does not ask for the operation in it. */
    private RegoString[] present() {
        List<RegoString> there = new ArrayList<>(OF_REQUEST.length);
        for (RegoString key : OF_REQUEST) {
            boolean asked = !content.isMessage() || !key.equals(GRAPHQL);
            if (asked && get(key) != null) {
                there.add(key);
            }
        }
        return there.toArray(RegoString[]::new);
    }

    public static RegoArray strings(List<String> texts) {
        RegoValue[] values = new RegoValue[texts.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = RegoString.of(texts.get(i));
        }
        return RegoArray.of(values);
    }

    private static Map<Scheme, RegoString> schemes() {
        Map<Scheme, RegoString> words = new EnumMap<>(Scheme.class);
        for (Scheme scheme : Scheme.values()) {
            String word = (scheme.isTcp() ? Scheme.TCP : scheme.ofHandshake()).word();
            words.put(scheme, RegoString.named(word));
        }
        return words;
    }

    private static Map<Scheme, RegoString> spoken() {
        Map<Scheme, RegoString> words = new EnumMap<>(Scheme.class);
        for (Scheme scheme : Scheme.values()) {
            String word = scheme.spoken();
            if (word != null) {
                words.put(scheme, RegoString.named(word));
            }
        }
        return words;
    }

    public static RegoString[] keys(String... names) {
        RegoString[] keys = new RegoString[names.length];
        for (int i = 0; i < names.length; i++) {
            keys[i] = RegoString.named(names[i]);
        }
        return keys;
    }

    @Override
    public int depth() {
        return super.depth() + content.depth();
    }
}

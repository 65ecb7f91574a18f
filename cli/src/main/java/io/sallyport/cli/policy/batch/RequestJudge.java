package io.sallyport.cli.policy.batch;

import io.sallyport.cli.policy.batch.NetworkVerdict.Step;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.egress.EgressPolicy;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.leasebridge.network.EndpointRoute;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Decision;
import io.sallyport.model.DialRefusal;
import io.sallyport.model.DialVerdict;
import io.sallyport.model.Mode;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestTarget;
import io.sallyport.model.Scheme;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.enforce.TcpQuestion;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Judges one request by one policy in the order of enforcement: the connection, the addresses, the canonical form, the
 * endpoint, its rules. Confined to one line.
 *
 * @param routes of the endpoints that inspect
 */
record RequestJudge(PolicySnapshot policy, List<EndpointRoute> routes, PolicyDialect dialect) {
    private static final String TEXT_MESSAGE = "WEBSOCKET_TEXT";

    /** The limit of a body whose content coding is undone, in bytes. */
    private static final int MAX_DECODED = 1 << 20;

    /** The addresses of a gateway without settings, and without listeners. */
    private static final EgressPolicy DIALS = dials();

    NetworkVerdict judge(AskedRequest asked) {
        if (dialect.has(PolicySwitch.ROOT_DOT) && asked.host().endsWith(".")) {
            return NetworkVerdict.deny(Step.L4, "no rule covers a host that ends in a dot");
        }
        return switch (CanonicalHost.parse(CanonicalHost.authority(asked.host()))) {
            case Parsed.Rejected(var why, int _) -> NetworkVerdict.deny(Step.L4, "the host: " + why);
            case Parsed.Accepted(var host) -> connection(asked, host);
        };
    }

    private NetworkVerdict connection(AskedRequest asked, CanonicalHost host) {
        CanonicalRequest connect = TcpQuestion.of(
                CanonicalRequest.connect(asked.scheme().ofHandshake(), host, asked.port()), policy::decide);
        return switch (policy.decide(connect)) {
            case Decision.Deny deny -> NetworkVerdict.deny(Step.L4, why(deny));
            case Decision.Allow allow -> addresses(asked, connect, allow);
        };
    }

    private NetworkVerdict addresses(AskedRequest asked, CanonicalRequest connect, Decision.Allow allow) {
        byte[] literal = connect.host().address();
        List<IpAddress> addresses = literal == null ? asked.answer() : List.of(IpAddress.of(literal));
        return switch (DIALS.judgeAnswer(
                addresses, asked.port(), allow.obligations().addresses())) {
            case DialRefusal refused -> NetworkVerdict.deny(Step.SSRF, refused.message());
            case DialVerdict.Pass _ -> {
                String method = asked.method();
                if (method == null) {
                    yield NetworkVerdict.allow("the connection is granted");
                }
                boolean opened =
                        connect.scheme() == Scheme.HTTP || allow.obligations().intercept();
                yield opened
                        ? request(asked, connect.host(), method)
                        : NetworkVerdict.allow("the tunnel is granted, and not looked into");
            }
        };
    }

    private NetworkVerdict request(AskedRequest asked, CanonicalHost host, String method) {
        return switch (RequestTarget.parse(
                origin(asked.target()), policy.reading().requests())) {
            case Canonicalized.Rejected(var _, var why, int at) -> {
                int query = origin(asked.target()).indexOf('?');
                boolean inQuery = query >= 0 && at > query;
                yield NetworkVerdict.deny(inQuery ? Step.QUERY_PARSE : Step.CANONICALIZE, why);
            }
            case Canonicalized.Accepted(var target) -> {
                boolean message = method.equals(TEXT_MESSAGE);
                Scheme scheme = message || isHandshake(asked) ? webSocket(asked.scheme()) : asked.scheme();
                CanonicalRequest request = CanonicalRequest.http(
                                scheme, host, asked.port(), message ? "GET" : method, target.path(), target.query())
                        .withContentType(asked.headers().values("content-type"));
                yield message ? message(asked, request) : whole(asked, request);
            }
        };
    }

    private NetworkVerdict message(AskedRequest asked, CanonicalRequest request) {
        var text = new WebSocketMessage(true, asked.body());
        return verdict(request, policy.decide(request, text.after(RequestHeaders.EMPTY)));
    }

    private NetworkVerdict whole(AskedRequest asked, CanonicalRequest request) {
        Decision first = policy.decide(request, asked.headers());
        byte[] body = asked.body().getBytes(StandardCharsets.UTF_8);
        if (!(first instanceof Decision.Allow allow) || !allow.obligations().body()) {
            return verdict(request, first);
        }
        if (body.length > allow.obligations().maxBodyBytes()) {
            return NetworkVerdict.deny(Step.L7, ReasonCode.BODY_TOO_LARGE.message());
        }
        RequestHeaders all = RequestBody.of(body, MAX_DECODED).after(asked.headers());
        return verdict(request, policy.decide(request, all));
    }

    private NetworkVerdict verdict(CanonicalRequest request, Decision decision) {
        return switch (decision) {
            case Decision.Allow allow ->
                NetworkVerdict.allow(
                        allow.mode() == Mode.REPORT
                                ? "an endpoint in audit mode lets it pass: " + allow.rule()
                                : "granted by " + allow.rule());
            case Decision.Deny deny -> {
                boolean unread = request.query().parameters() == null;
                yield NetworkVerdict.deny(unread ? Step.QUERY_PARSE : step(request), why(deny));
            }
        };
    }

    /** Returns whether an endpoint was found for a request, of those of its host that inspect, or its rules refused. */
    private Step step(CanonicalRequest request) {
        CanonicalPath path = request.path() == null ? CanonicalPath.ROOT : request.path();
        List<EndpointRoute> judging = routes.stream()
                .filter(route -> route.covers(request.host(), request.port(), path))
                .sorted(Comparator.comparingInt(EndpointRoute::specificity).reversed())
                .toList();
        if (judging.isEmpty()) {
            return routes.isEmpty() ? Step.L7 : Step.L7_ROUTE;
        }
        return path.hasEncodedSlash() && !judging.getFirst().keepsSlashes() ? Step.ENCODED_SLASH : Step.L7;
    }

    private static String why(Decision.Deny deny) {
        return deny.rule() == null ? deny.reason().message() : deny.reason().message() + ": " + deny.rule();
    }

    /** Returns the origin-form of a target: of an absolute URL, what follows its authority. */
    private static String origin(String target) {
        int authority = target.startsWith("/") ? -1 : target.indexOf("://");
        if (authority < 0) {
            return target;
        }
        int from = authority + 3;
        while (from < target.length() && "/?#".indexOf(target.charAt(from)) < 0) {
            from++;
        }
        return target.substring(from);
    }

    private static boolean isHandshake(AskedRequest asked) {
        return asked.scheme().isWebSocket()
                || asked.headers().values("upgrade").stream().anyMatch("websocket"::equalsIgnoreCase);
    }

    private static Scheme webSocket(Scheme scheme) {
        Scheme asked = scheme.ofWebSocket();
        return asked == null ? scheme : asked;
    }

    private static EgressPolicy dials() {
        return switch (EgressPolicy.parse(Map.of(), List.of(), new OwnListeners(_ -> false))) {
            case EgressPolicy.Accepted(var policy) -> policy;
            case EgressPolicy.Rejected(var problems) -> throw new IllegalStateException(problems.toString());
        };
    }
}

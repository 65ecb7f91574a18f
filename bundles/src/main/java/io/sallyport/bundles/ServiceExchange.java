package io.sallyport.bundles;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.sallyport.bundles.ServiceAnswer.Answered;
import io.sallyport.bundles.ServiceAnswer.Failed;
import io.sallyport.egress.Target;
import io.sallyport.egress.TargetProtocol;
import io.sallyport.egress.http.HttpAnswer;
import io.sallyport.egress.http.HttpFailure;
import io.sallyport.egress.http.OutwardConnection;
import io.sallyport.egress.http.RemainingTime;
import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.text.Parsed;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests to one service, each on a connection of its own. A redirect of a GET is followed: credentials and headers of
 * the service go to its own origin alone, and nothing leads from https to http. Blocks. Safe for concurrent use.
 */
public final class ServiceExchange {
    /** The header of a token that a request has instead of the service's credentials; sent to the service alone. */
    static final String AUTHORIZATION = "Authorization";

    /** The most redirects of one request. */
    static final int MOST_REDIRECTS = 5;

    private static final SandboxId SHARE = new SandboxId("policy-bundles");

    private final RemoteService service;
    private final ServiceNetwork network;

    public ServiceExchange(RemoteService service, ServiceNetwork network) {
        this.service = service;
        this.network = network;
    }

    /**
     * Asks for what is at {@code url}.
     *
     * @param headers besides those that the service has
     * @param timeLimit for everything together, redirects too
     * @param mostBytes of the answer's body
     */
    ServiceAnswer get(CanonicalUrl url, Map<String, String> headers, Duration timeLimit, int mostBytes) {
        RemainingTime time = within(timeLimit);
        CanonicalUrl at = url;
        for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
            ServiceAnswer answer = send(HttpMethod.GET, at, headers, new byte[0], time, mostBytes);
            String location = answer instanceof Answered(HttpAnswer answered) ? location(answered) : null;
            if (location == null) {
                return answer;
            }
            switch (redirected(at, location)) {
                case Parsed.Accepted<CanonicalUrl>(CanonicalUrl next) -> at = next;
                case Parsed.Rejected<CanonicalUrl>(String why, int _) -> {
                    return new Failed(service.name() + " redirects where nothing is asked: " + why);
                }
            }
        }
        return new Failed(service.name() + " redirects more than " + MOST_REDIRECTS + " times");
    }

    /** Posts JSON to {@code url}; no redirect is followed. */
    ServiceAnswer post(CanonicalUrl url, byte[] json, Duration timeLimit, int mostBytes) {
        Map<String, String> type = Map.of("Content-Type", "application/json");
        return send(HttpMethod.POST, url, type, json, within(timeLimit), mostBytes);
    }

    private RemainingTime within(Duration limit) {
        LongSupplier nanos = network.sources().nanos();
        long begin = nanos.getAsLong();
        return () -> Math.max(0, limit.toNanos() - (nanos.getAsLong() - begin));
    }

    private static @Nullable String location(HttpAnswer answer) {
        return switch (answer.status()) {
            case 301, 302, 303, 307, 308 -> answer.headers().get(HttpHeaderNames.LOCATION);
            default -> null;
        };
    }

    private static Parsed<CanonicalUrl> redirected(CanonicalUrl from, String location) {
        String resolved;
        try {
            resolved = URI.create(from.text()).resolve(location).toString();
        } catch (IllegalArgumentException _) {
            return new Parsed.Rejected<>("no URL");
        }
        return switch (RemoteService.url(resolved)) {
            case Parsed.Accepted<CanonicalUrl>(CanonicalUrl next)
            when from.scheme() == Scheme.HTTPS && next.scheme() != Scheme.HTTPS ->
                new Parsed.Rejected<>("from https to http");
            case Parsed.Accepted<CanonicalUrl> next -> next;
            case Parsed.Rejected<CanonicalUrl> why -> why;
        };
    }

    private ServiceAnswer send(
            HttpMethod method,
            CanonicalUrl url,
            Map<String, String> headers,
            byte[] body,
            RemainingTime time,
            int mostBytes) {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Host", url.authority());
        all.put("User-Agent", "sallyport");
        all.put("Accept-Encoding", "identity");
        all.put("Connection", "close");
        if (!service.isAt(url)) {
            all.remove(AUTHORIZATION);
            return connect(target(url, List.of(), null), method, url, all, body, time, mostBytes);
        }
        service.headers().forEach(all::putIfAbsent);
        ServiceCredentials credentials =
                headers.containsKey(AUTHORIZATION) ? new ServiceCredentials.None() : service.credentials();
        var shown = new ShownCredentials(credentials, network);
        return switch (shown.add(method, url, all, body)) {
            case ShownCredentials.Missing(String why) -> new Failed("credentials of " + service.name() + ": " + why);
            case ShownCredentials.Ready(ClientIdentity identity) -> {
                try {
                    yield connect(target(url, service.addresses(), identity), method, url, all, body, time, mostBytes);
                } finally {
                    if (identity != null) {
                        identity.close();
                    }
                }
            }
        };
    }

    private static Target target(CanonicalUrl url, List<String> addresses, @Nullable ClientIdentity identity) {
        TargetProtocol wire = url.scheme() == Scheme.HTTPS ? TargetProtocol.TLS : TargetProtocol.PLAIN;
        return new Target(SHARE, url.host(), url.port(), wire, addresses, "", identity);
    }

    private ServiceAnswer connect(
            Target target,
            HttpMethod method,
            CanonicalUrl url,
            Map<String, String> headers,
            byte[] body,
            RemainingTime time,
            int mostBytes) {
        var loop = network.sources().http().loops().get();
        return switch (OutwardConnection.open(network.dialer(), target, loop, time, _ -> true)) {
            case HttpFailure failure -> failed(failure);
            case OutwardConnection connection -> {
                try (connection) {
                    String path = url.path().text() + url.query();
                    yield switch (connection.whole(method, path, headers, body, mostBytes)) {
                        case HttpFailure failure -> failed(failure);
                        case HttpAnswer answer -> new Answered(answer);
                    };
                }
            }
        };
    }

    private Failed failed(HttpFailure failure) {
        return new Failed(service.name() + " "
                + switch (failure) {
                    case HttpFailure.Unreached(var _, String detail) -> "was not reached: " + detail;
                    case HttpFailure.Broken(var _, String did) -> did.replaceFirst(":.*", ""); // may quote
                    case HttpFailure.OverCount() -> "answered too much";
                    case HttpFailure.GivenUp() -> "was not waited for: the gateway ends";
                });
    }
}

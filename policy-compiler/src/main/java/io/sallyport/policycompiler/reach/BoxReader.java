package io.sallyport.policycompiler.reach;

import io.sallyport.leasebridge.Re2;
import io.sallyport.model.Grant;
import io.sallyport.model.PathPattern;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.condition.CallPattern;
import io.sallyport.model.condition.Conditions;
import io.sallyport.model.condition.RequestArea;
import io.sallyport.model.host.ApiServerHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.policycompiler.reach.RequestBox.Asker;
import io.sallyport.regoengine.builtin.pattern.automaton.Language;
import io.sallyport.regoengine.builtin.pattern.automaton.StateBudget;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads grants as boxes of canonical requests, by the same patterns and expressions that the policy library matches.
 * Confined to its thread.
 */
final class BoxReader {
    private static final Set<Scheme> WEB = Set.of(Scheme.HTTP, Scheme.HTTPS);
    private static final Set<Scheme> OF_WEB_SOCKETS = Set.of(Scheme.WS, Scheme.WSS);
    /** The path by which a tunnel that is not inspected counts. */
    static final Language ROOT = Language.of("/");
    /** The method by which a tunnel that is not inspected counts. */
    static final String TUNNEL = "CONNECT";

    /** Schemes of requests that can pass in a tunnel in which only the beginning is checked, if at all. */
    private static final Set<Scheme> IN_ANY_TUNNEL = Set.of(Scheme.HTTP, Scheme.HTTPS, Scheme.WS, Scheme.WSS);

    private static final Set<Scheme> IN_TLS = Set.of(Scheme.HTTPS, Scheme.WSS);

    private final StateBudget budget;
    private final Map<HostPattern, Language> hosts = new HashMap<>();
    private final Map<String, @Nullable Language> expressions = new HashMap<>();

    BoxReader(StateBudget budget) {
        this.budget = budget;
    }

    /**
     * Returns the requests that a grant covers, one by one as they are judged. Of a WebSocket that is the handshake
     * without its messages.
     */
    List<RequestBox> requests(Grant.Net grant, Asker asker) {
        List<RequestBox> boxes = new ArrayList<>();
        if (grant.kinds().contains(RequestKind.HTTP)
                && !(grant.conditions().call() instanceof CallPattern.ClientText)) {
            addRequests(grant, asker, boxes);
        }
        Set<Scheme> tunnels = schemes(grant, Scheme::isTcp);
        if (grant.kinds().contains(RequestKind.CONNECT) && !tunnels.isEmpty()) {
            boxes.add(new RequestBox(
                    ValueSet.of(tunnels), hosts(grant.host()), ports(grant), ValueSet.of(Set.of(TUNNEL)), ROOT));
        }
        return placed(boxes, grant.conditions());
    }

    /** Returns what of the boxes is in the areas that conditions name, and in none that they leave out. */
    private List<RequestBox> placed(List<RequestBox> boxes, Conditions conditions) {
        List<RequestBox> rest = boxes;
        if (!conditions.within().isEmpty()) {
            List<RequestBox> areas =
                    conditions.within().stream().map(this::area).toList();
            rest = rest.stream()
                    .flatMap(box -> areas.stream().map(area -> box.and(area, budget)))
                    .toList();
        }
        for (RequestArea area : conditions.outside()) {
            RequestBox left = area(area);
            rest = rest.stream()
                    .flatMap(box -> box.without(left, budget).stream())
                    .toList();
        }
        return rest.stream().filter(box -> !box.isEmpty()).toList();
    }

    private RequestBox area(RequestArea area) {
        List<String> unread = new ArrayList<>();
        Language paths = matching(area.paths(), unread);
        if (!unread.isEmpty()) {
            budget.spend();
        }
        return new RequestBox(ValueSet.all(), hosts(area.host()), ValueSet.of(area.ports()), ValueSet.all(), paths);
    }

    /** Returns the requests to the hosts, ports and paths of a grant, by other schemes and methods. */
    RequestBox region(Grant.Net grant, ValueSet<Scheme> schemes, ValueSet<String> methods) {
        return new RequestBox(
                schemes, hosts(grant.host()), ports(grant), methods, paths(grant.path(), new ArrayList<>()));
    }

    /** Returns the requests that nobody sees if a tunnel that the grant covers is not opened. */
    List<RequestBox> unseen(Grant.Net grant) {
        Set<Scheme> inside = EnumSet.noneOf(Scheme.class);
        if (grant.kinds().contains(RequestKind.CONNECT)) {
            inside.addAll(grant.schemes().contains(Scheme.TCP) ? IN_ANY_TUNNEL : Set.of());
            inside.addAll(grant.schemes().contains(Scheme.TCP_TLS) ? IN_TLS : Set.of());
            boolean opaque = grant.schemes().contains(Scheme.HTTPS) && grant.leavesTunnelsClosed();
            inside.addAll(opaque ? Set.of(Scheme.WSS) : Set.of());
        }
        RequestBox box = new RequestBox(
                ValueSet.of(inside), hosts(grant.host()), ports(grant), ValueSet.all(), CanonicalLanguages.PATHS);
        return placed(List.of(box), grant.conditions());
    }

    private void addRequests(Grant.Net grant, Asker asker, List<RequestBox> boxes) {
        List<String> unread = new ArrayList<>();
        Language paths = paths(grant.path(), unread);
        Requirement required = Requirement.of(grant, unread);
        RequestBox whole = new RequestBox(
                        ValueSet.of(schemes(grant, WEB::contains)),
                        hosts(grant.host()),
                        ports(grant),
                        methods(grant),
                        paths)
                .requiring(asker, required.equals(Requirement.NONE) ? ValueSet.all() : ValueSet.of(Set.of(required)));
        if (grant.host() instanceof HostPattern.Exact(String host) && ApiServerHost.is(host)) {
            boxes.add(whole.with(ValueSet.of(grant.schemes().contains(Scheme.HTTP) ? Set.of(Scheme.API) : Set.of())));
            return;
        }
        addWeb(whole, boxes);
        if (whole.methods().contains("GET")) {
            boxes.add(new RequestBox(
                    ValueSet.of(schemes(grant, OF_WEB_SOCKETS::contains)),
                    whole.hosts(),
                    whole.ports(),
                    ValueSet.of(Set.of("GET")),
                    paths,
                    whole.requirements()));
        }
    }

    /** Plain HTTP to an API server has a scheme of its own, which no wildcard covers. */
    private void addWeb(RequestBox web, List<RequestBox> boxes) {
        Language servers = web.hosts().and(CanonicalLanguages.API_SERVERS, budget);
        if (servers.isEmpty()) {
            boxes.add(web);
            return;
        }
        ValueSet<Scheme> plain = ValueSet.of(Set.of(Scheme.HTTP));
        boxes.add(web.with(web.schemes().without(plain)));
        boxes.add(web.with(web.schemes().and(plain)).at(web.hosts().without(servers, budget)));
    }

    private static Set<Scheme> schemes(Grant.Net grant, Predicate<Scheme> wanted) {
        Set<Scheme> found = EnumSet.noneOf(Scheme.class);
        grant.schemes().stream().filter(wanted).forEach(found::add);
        return found;
    }

    private static ValueSet<Integer> ports(Grant.Net grant) {
        return grant.ports().isEmpty() ? ValueSet.all() : ValueSet.of(grant.ports());
    }

    private static ValueSet<String> methods(Grant.Net grant) {
        ValueSet<String> asked = grant.methods().isEmpty() ? ValueSet.all() : ValueSet.of(grant.methods());
        return asked.without(ValueSet.of(Set.of(TUNNEL)));
    }

    private Language hosts(HostPattern pattern) {
        return hosts.computeIfAbsent(pattern, _ -> switch (pattern) {
            case HostPattern.Any _ -> CanonicalLanguages.HOSTS;
            case HostPattern.Exact(String host) -> Language.of(host);
            case HostPattern.Under _, HostPattern.OneUnder _, HostPattern.Labels _ ->
                expression(Re2.ofHost(pattern)).and(CanonicalLanguages.NAMES, budget);
        });
    }

    /** Returns the set of an expression that was written here; if it is too large, nothing is computed any more. */
    private Language expression(String re2) {
        Language read = read(re2);
        if (read == null) {
            budget.spend();
        }
        return read == null ? Language.NOTHING : read;
    }

    private Language paths(PathPattern pattern, List<String> unread) {
        return switch (pattern.rest()) {
            case PathPattern.Rest.Nothing _ -> Language.of(pattern.prefix());
            case PathPattern.Rest.Anything _ when pattern.coversAll() -> CanonicalLanguages.PATHS;
            case PathPattern.Rest.Anything _ -> below(pattern);
            case PathPattern.Rest.Matching _ -> matching(pattern.expressions(), unread);
        };
    }

    private Language matching(List<String> expressions, List<String> unread) {
        Language paths = CanonicalLanguages.PATHS;
        for (String re2 : expressions) {
            Language read = read(re2);
            if (read == null) {
                unread.add(re2);
            } else {
                paths = paths.and(read, budget);
            }
        }
        return paths;
    }

    private Language below(PathPattern pattern) {
        return expression("^" + Re2.quote(pattern.prefix()) + "(?:/.*)?$").and(CanonicalLanguages.PATHS, budget);
    }

    private @Nullable Language read(String re2) {
        return expressions.computeIfAbsent(re2, _ -> Language.ofExpression(re2, budget));
    }
}

package io.sallyport.policycompiler.reach;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Scheme;
import io.sallyport.regoengine.builtin.pattern.automaton.Language;
import io.sallyport.regoengine.builtin.pattern.automaton.StateBudget;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The requests whose parts are each of a set. Requests are canonical. A tunnel that is not inspected counts as a
 * request with the method CONNECT and the path {@code /}. Immutable.
 *
 * @param hosts canonical texts
 * @param ports 1 to 65535
 * @param paths canonical texts
 * @param requirements of each {@link Asker}
 */
public record RequestBox(
        ValueSet<Scheme> schemes,
        Language hosts,
        ValueSet<Integer> ports,
        ValueSet<String> methods,
        Language paths,
        Map<Asker, ValueSet<Requirement>> requirements) {
    /** Who asks more of a request than its parts. */
    public enum Asker {
        LEASE,
        POLICY,
        DENIAL
    }

    private static final Map<Asker, ValueSet<Requirement>> NOTHING_ASKED =
            Map.of(Asker.LEASE, ValueSet.all(), Asker.POLICY, ValueSet.all(), Asker.DENIAL, ValueSet.all());

    /** Every text, whether there is such a request or not. */
    public static final RequestBox EVERYTHING =
            new RequestBox(ValueSet.all(), Language.EVERYTHING, ValueSet.all(), ValueSet.all(), Language.EVERYTHING);

    public RequestBox {
        requirements = Map.copyOf(requirements);
    }

    /** Creates a box that asks nothing more. */
    public RequestBox(
            ValueSet<Scheme> schemes,
            Language hosts,
            ValueSet<Integer> ports,
            ValueSet<String> methods,
            Language paths) {
        this(schemes, hosts, ports, methods, paths, NOTHING_ASKED);
    }

    /** Returns the box of one request, whatever its query and body are. */
    public static RequestBox of(CanonicalRequest request) {
        CanonicalPath path = request.path();
        return new RequestBox(
                ValueSet.of(Set.of(request.scheme())),
                Language.of(request.host().text()),
                ValueSet.of(Set.of(request.port())),
                ValueSet.of(Set.of(request.method() == null ? BoxReader.TUNNEL : request.method())),
                path == null ? BoxReader.ROOT : Language.of(path.text()));
    }

    /** Returns which requirements of {@code asker} a request fulfils. */
    ValueSet<Requirement> asked(Asker asker) {
        return requirements.getOrDefault(asker, ValueSet.all());
    }

    /** Returns a copy for the requests that fulfil what {@code asker} requires. */
    RequestBox requiring(Asker asker, ValueSet<Requirement> required) {
        Map<Asker, ValueSet<Requirement>> all = new EnumMap<>(requirements);
        all.put(asker, required);
        return new RequestBox(schemes, hosts, ports, methods, paths, all);
    }

    RequestBox with(ValueSet<Scheme> others) {
        return new RequestBox(others, hosts, ports, methods, paths, requirements);
    }

    RequestBox at(Language others) {
        return new RequestBox(schemes, others, ports, methods, paths, requirements);
    }

    private RequestBox on(ValueSet<Integer> others) {
        return new RequestBox(schemes, hosts, others, methods, paths, requirements);
    }

    private RequestBox by(ValueSet<String> others) {
        return new RequestBox(schemes, hosts, ports, others, paths, requirements);
    }

    private RequestBox below(Language others) {
        return new RequestBox(schemes, hosts, ports, methods, others, requirements);
    }

    public boolean isEmpty() {
        return schemes.isEmpty()
                || ports.isEmpty()
                || methods.isEmpty()
                || requirements.values().stream().anyMatch(ValueSet::isEmpty)
                || hosts.isEmpty()
                || paths.isEmpty();
    }

    /** Returns the requests of both. */
    public RequestBox and(RequestBox other, StateBudget budget) {
        Map<Asker, ValueSet<Requirement>> required = new EnumMap<>(Asker.class);
        for (Asker asker : Asker.values()) {
            required.put(asker, asked(asker).and(other.asked(asker)));
        }
        RequestBox values = new RequestBox(
                schemes.and(other.schemes), hosts, ports.and(other.ports), methods.and(other.methods), paths, required);
        if (values.isEmpty()) {
            return values;
        }
        RequestBox placed = values.at(hosts.and(other.hosts, budget));
        return placed.isEmpty() ? placed : placed.below(paths.and(other.paths, budget));
    }

    /** Returns the requests that are not of the other, in boxes that have none in common. */
    List<RequestBox> without(RequestBox other, StateBudget budget) {
        if (and(other, budget).isEmpty()) {
            return List.of(this);
        }
        List<RequestBox> parts = new ArrayList<>();
        RequestBox rest = this;
        parts.add(rest.with(schemes.without(other.schemes)));
        rest = rest.with(schemes.and(other.schemes));
        parts.add(rest.at(hosts.without(other.hosts, budget)));
        rest = rest.at(hosts.and(other.hosts, budget));
        parts.add(rest.on(ports.without(other.ports)));
        rest = rest.on(ports.and(other.ports));
        parts.add(rest.by(methods.without(other.methods)));
        rest = rest.by(methods.and(other.methods));
        parts.add(rest.below(paths.without(other.paths, budget)));
        rest = rest.below(paths.and(other.paths, budget));
        for (Asker asker : Asker.values()) {
            ValueSet<Requirement> ours = asked(asker);
            ValueSet<Requirement> theirs = other.asked(asker);
            parts.add(rest.requiring(asker, ours.without(theirs)));
            rest = rest.requiring(asker, ours.and(theirs));
        }
        parts.removeIf(RequestBox::isEmpty);
        return parts;
    }
}

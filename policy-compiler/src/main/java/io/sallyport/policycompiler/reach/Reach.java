package io.sallyport.policycompiler.reach;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Grant;
import io.sallyport.model.Provenance;
import io.sallyport.policycompiler.reach.RequestBox.Asker;
import io.sallyport.regoengine.builtin.pattern.automaton.StateBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The requests that the documents of one sandbox let through the proxy: what every side grants and no rule denies. What
 * Rego refuses besides, and what depends on time, budgets or addresses, is not in it. Results that were computed with a
 * spent budget say nothing. Immutable.
 */
public final class Reach {
    /** The limit of the boxes that one is cut into, beyond which nothing is proven. */
    static final int MAX_PARTS = 2_000;

    /** The limit of automaton states of one computation; some seconds. */
    static final long MAX_STATES = 20_000_000;

    private final List<BoxIndex> sides;
    private final List<List<RequestBox>> unseen;
    private final BoxIndex denials;
    private final Map<String, Provenance> written;
    private final boolean isComplete;

    private Reach(
            List<BoxIndex> sides,
            List<List<RequestBox>> unseen,
            BoxIndex denials,
            Map<String, Provenance> written,
            boolean isComplete) {
        this.isComplete = isComplete;
        this.written = Map.copyOf(written);
        this.sides = List.copyOf(sides);
        this.unseen = List.copyOf(unseen);
        this.denials = denials;
    }

    /**
     * Computes what documents let through.
     *
     * @param sides the grants of each side that must grant a request, the narrowest first; if there is none, nothing is
     *     let through
     * @param denials what is refused whatever is granted
     * @param written where grants are written, by the name of their rule, as far as it is known
     */
    public static Reach of(List<List<Grant.Net>> sides, List<Grant.Net> denials, Map<String, Provenance> written) {
        StateBudget budget = new StateBudget(MAX_STATES);
        BoxReader reader = new BoxReader(budget);
        List<BoxIndex> granted =
                sides.stream().map(grants -> index(grants, reader)).toList();
        List<List<RequestBox>> unseen =
                sides.stream().map(grants -> unseen(grants, reader)).toList();
        BoxIndex denied = new BoxIndex(denials.stream()
                .flatMap(denial -> boxes(denial, Asker.DENIAL, reader))
                .toList());
        return new Reach(granted, unseen, denied, written, !budget.isSpent());
    }

    private static List<RequestBox> unseen(List<Grant.Net> grants, BoxReader reader) {
        return grants.stream()
                .flatMap(grant -> reader.unseen(grant).stream())
                .distinct()
                .toList();
    }

    /** Returns whether all documents could be computed with; otherwise nothing is proven. */
    boolean isComplete() {
        return isComplete;
    }

    /** Returns whether a request of that head is let through by documents, whatever its query and body are. */
    public boolean mayLet(CanonicalRequest request) {
        return !within(RequestBox.of(request), new StateBudget(MAX_STATES)).isEmpty();
    }

    /** Returns a request of each of at most {@code most} boxes, as far as one is found. */
    public List<CanonicalRequest> samples(int most) {
        StateBudget budget = new StateBudget(MAX_STATES);
        return within(RequestBox.EVERYTHING, budget).stream()
                .limit(most)
                .flatMap(reached -> Stream.ofNullable(SampleRequest.of(reached.box(), budget)))
                .toList();
    }

    private static BoxIndex index(List<Grant.Net> grants, BoxReader reader) {
        return new BoxIndex(grants.stream()
                .flatMap(grant ->
                        boxes(grant, grant.source() == Grant.Source.LEASE ? Asker.LEASE : Asker.POLICY, reader))
                .toList());
    }

    private static Stream<GrantedBox> boxes(Grant.Net grant, Asker asker, BoxReader reader) {
        return reader.requests(grant, asker).stream().map(box -> new GrantedBox(grant, box));
    }

    /** Returns where the rule of that name is written, or null where that is not known. */
    public @Nullable Provenance written(String rule) {
        return written.get(rule);
    }

    /** Returns what of {@code region} is let through; boxes may have requests in common. */
    public List<ReachedBox> within(RequestBox region, StateBudget budget) {
        List<ReachedBox> found = sides.isEmpty() ? List.of() : List.of(new ReachedBox(List.of(), region));
        for (BoxIndex side : sides) {
            List<ReachedBox> next = new ArrayList<>();
            for (ReachedBox before : found) {
                side.near(before.box().hosts())
                        .takeWhile(_ -> !budget.isSpent())
                        .forEach(granted -> add(before, granted, next, budget));
            }
            found = next;
        }
        return found.stream()
                .takeWhile(_ -> !budget.isSpent())
                .flatMap(reached ->
                        allowed(reached.box(), budget).stream().map(box -> new ReachedBox(reached.by(), box)))
                .toList();
    }

    private static void add(ReachedBox before, GrantedBox granted, List<ReachedBox> found, StateBudget budget) {
        RequestBox both = granted.box().and(before.box(), budget);
        if (!both.isEmpty()) {
            found.add(new ReachedBox(
                    Stream.concat(before.by().stream(), Stream.of(granted.grant()))
                            .toList(),
                    both));
        }
    }

    private List<RequestBox> allowed(RequestBox box, StateBudget budget) {
        return rest(box, denials, budget);
    }

    /** Returns what this lets through and {@code other} does not. */
    public List<ReachedBox> beyond(Reach other, StateBudget budget) {
        List<ReachedBox> found = new ArrayList<>();
        for (ReachedBox reached : within(RequestBox.EVERYTHING, budget)) {
            if (!budget.isSpent()) {
                other.refused(reached.box(), budget).forEach(box -> found.add(new ReachedBox(reached.by(), box)));
            }
        }
        return List.copyOf(found);
    }

    /** Returns what of a box is not let through; boxes may have requests in common. */
    private List<RequestBox> refused(RequestBox box, StateBudget budget) {
        if (sides.isEmpty()) {
            return List.of(box);
        }
        List<RequestBox> found = new ArrayList<>();
        sides.forEach(side -> found.addAll(rest(box, side, budget)));
        denials.near(box.hosts())
                .map(denial -> denial.box().and(box, budget))
                .filter(both -> !both.isEmpty())
                .forEach(found::add);
        return found.stream().distinct().toList();
    }

    /** Returns what of a box is in none of those. */
    private static List<RequestBox> rest(RequestBox box, BoxIndex others, StateBudget budget) {
        if (others.has(box)) {
            return List.of();
        }
        List<RequestBox> rest = List.of(box);
        for (GrantedBox other : others.near(box.hosts()).toList()) {
            rest = rest.stream()
                    .flatMap(part -> part.without(other.box(), budget).stream())
                    .toList();
            if (rest.isEmpty() || budget.isSpent()) {
                return rest;
            }
            if (rest.size() > MAX_PARTS) {
                budget.spend();
            }
        }
        return rest;
    }

    /**
     * Returns what of {@code region} may pass in tunnels that are not opened, where nobody sees it. A tunnel by HTTPS
     * whose whole host is granted may be opened all the same.
     */
    public List<RequestBox> unseen(RequestBox region, StateBudget budget) {
        List<RequestBox> found = unseen.isEmpty() ? List.of() : List.of(region);
        for (List<RequestBox> side : unseen) {
            found = found.stream()
                    .flatMap(before -> side.stream().map(box -> box.and(before, budget)))
                    .filter(box -> !box.isEmpty())
                    .toList();
        }
        return found;
    }
}

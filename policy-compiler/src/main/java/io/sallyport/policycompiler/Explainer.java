package io.sallyport.policycompiler;

import io.sallyport.decision.Author;
import io.sallyport.decision.Judge.Judgement;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.Explanation.Change;
import io.sallyport.decision.explain.Explanation.Covering;
import io.sallyport.decision.explain.Explanation.Granting;
import io.sallyport.decision.explain.Explanation.Narrowing;
import io.sallyport.decision.explain.Explanation.Near;
import io.sallyport.decision.explain.Explanation.Step;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Grant;
import io.sallyport.model.ReasonCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes the way of one request apart. Every word of it is the library's own, asked what it would say of less: of one author
 * alone, of one grant alone, of one part of a grant. Confined to its thread; costs some microseconds for each grant of the
 * request's host.
 */
final class Explainer {
    /** Grants of the request's host that are asked one by one. */
    private static final int MAX_ASKED = 10_000;

    /** Those among them whose differences are looked for. */
    private static final int MAX_COMPARED = 200;

    /** The key under which an index has those for every host. */
    private static final String ANY_HOST = "*";

    private final Probe probe;
    private final GrantReader.Reading reading;
    private final Author guardrails;
    private final Author sandbox;

    Explainer(Probe probe, GrantReader.Reading reading, Author guardrails, Author sandbox) {
        this.probe = probe;
        this.reading = reading;
        this.guardrails = guardrails;
        this.sandbox = sandbox;
    }

    /** The steps of a request that was judged so; generation and digest are those of the policy. */
    Explanation explain(CanonicalRequest request, Judgement judged, long generation, String digest) {
        List<Step> steps = new ArrayList<>();
        addAuthor("guardrails", guardrails, Author.SILENT, request, steps);
        addAuthor("sandbox", Author.SILENT, sandbox, request, steps);
        addSides(request, steps);
        boolean grantHelps = judged.decision().reason() == ReasonCode.NO_GRANT;
        return new Explanation(
                request,
                judged.decision(),
                judged.fault(),
                generation,
                digest,
                steps,
                grantHelps ? change(request) : null);
    }

    /** Who has no Rego has no step. */
    private void addAuthor(String name, Author team, Author own, CanonicalRequest request, List<Step> steps) {
        if (!team.equals(Author.SILENT) || !own.equals(Author.SILENT)) {
            steps.add(new Narrowing(name, probe.byAuthors(team, own, request)));
        }
    }

    private void addSides(CanonicalRequest request, List<Step> steps) {
        for (Side side : Side.values()) {
            if (reading.sides().contains(side) && side.kinds().contains(request.kind())) {
                steps.add(granting(side, request));
            }
        }
    }

    private Granting granting(Side side, CanonicalRequest request) {
        List<Grant.Net> grants = reading.ofSide(side);
        List<Grant.Net> close = closest(grants, request);
        List<Covering> covering = new ArrayList<>();
        List<Grant.Net> others = new ArrayList<>();
        for (Grant.Net grant : close.stream().limit(MAX_ASKED).toList()) {
            if (!(probe.byOne(side, grant, request) instanceof Decision.Allow allow)) {
                others.add(grant);
            } else if (covering.size() < Granting.MAX_SHOWN) {
                covering.add(new Covering(
                        grant.rule(), grant.text(), allow.obligations().intercept()));
            }
        }
        return new Granting(side.word(), covering, near(side, others, request), grants.size());
    }

    private List<Near> near(Side side, List<Grant.Net> others, CanonicalRequest request) {
        return others.stream()
                .limit(MAX_COMPARED)
                .map(grant -> new Near(grant.rule(), grant.text(), probe.differences(side, grant, request)))
                .distinct()
                .sorted(Comparator.comparingInt(near -> near.differs().size()))
                .limit(Granting.MAX_SHOWN)
                .toList();
    }

    /** Those of the request's host in the order of their documents, then the others by how much of its host they share. */
    private static List<Grant.Net> closest(List<Grant.Net> grants, CanonicalRequest request) {
        Set<String> keys = new HashSet<>(request.host().suffixes());
        keys.add(ANY_HOST);
        List<Grant.Net> found = new ArrayList<>(grants);
        found.sort(Comparator.comparing((Grant.Net grant) ->
                        !keys.contains(HostKey.of(grant.host()).key()))
                .thenComparingInt(grant -> -sharedPath(grant, request)));
        return found;
    }

    /** How many chars of the path both begin with. */
    private static int sharedPath(Grant.Net grant, CanonicalRequest request) {
        CanonicalPath path = request.path();
        String asked = path == null ? "" : path.text();
        String prefix = grant.path().prefix();
        int shared = 0;
        while (shared < Math.min(asked.length(), prefix.length()) && asked.charAt(shared) == prefix.charAt(shared)) {
            shared++;
        }
        return shared;
    }

    /** What would be suggested for this request alone; null where some document has no word for it. */
    private @Nullable Change change(CanonicalRequest request) {
        Suggestion suggestion = new Suggester(probe, reading, guardrails, sandbox, _ -> true).suggest(List.of(request));
        return suggestion.proposals().isEmpty()
                ? null
                : new Change(
                        suggestion.proposals().getFirst().additions(),
                        suggestion.outcomes().getFirst().then());
    }
}

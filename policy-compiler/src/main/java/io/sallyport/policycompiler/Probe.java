package io.sallyport.policycompiler;

import io.sallyport.decision.Author;
import io.sallyport.decision.Judge;
import io.sallyport.decision.RegoJudge;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Grant;
import io.sallyport.model.HostPattern;
import io.sallyport.model.Mode;
import io.sallyport.model.PathPattern;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.Entrypoint;
import io.sallyport.regoengine.eval.Limits;
import io.sallyport.regoengine.value.RegoObject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Asks the library what it would say if the grants were others: the matching that explains a verdict is the one that makes
 * it. Immutable.
 *
 * @param limits of each evaluation
 * @param denials what the documents refuse, laid out, or null
 */
record Probe(
        Entrypoint library,
        SandboxFacts facts,
        Limits limits,
        EvalClock clock,
        @Nullable RegoObject denials) {
    /** What the side would say with {@code grant} alone; an allow says whether a tunnel would be opened. */
    Decision byOne(Side side, Grant.Net grant, CanonicalRequest request) {
        return judge(Author.SILENT, Author.SILENT, index(Map.of(side, List.of(grant)), null))
                .decide(request);
    }

    /** The parts of the request that {@code grant} is not for, each asked by itself. */
    List<String> differences(Side side, Grant.Net grant, CanonicalRequest request) {
        return Arrays.stream(Part.values())
                .filter(part -> !(byOne(side, part.only(grant), request) instanceof Decision.Allow))
                .map(Part::word)
                .toList();
    }

    /** What these authors say of the request if everything were granted. */
    Decision byAuthors(Author guardrails, Author sandbox, CanonicalRequest request) {
        Side side = request.kind() == RequestKind.FETCH ? Side.FETCH : Side.POLICY;
        return judge(guardrails, sandbox, index(Map.of(side, List.of(everything())), null))
                .decide(request);
    }

    /** The policy that these authors and grants would be, beside what the documents deny. */
    Judge judge(Author guardrails, Author sandbox, Map<Side, List<Grant.Net>> grants) {
        return judge(guardrails, sandbox, index(grants, denials));
    }

    private Judge judge(Author guardrails, Author sandbox, RegoObject index) {
        var programs = new RegoJudge.Programs(library, guardrails, sandbox);
        return new RegoJudge(programs, index, facts, limits, clock);
    }

    private static RegoObject index(Map<Side, List<Grant.Net>> grants, @Nullable RegoObject denials) {
        var indexes = new TreeMap<Side, RegoObject>();
        grants.forEach((side, list) -> indexes.put(side, GrantIndex.of(side, list, List.of())));
        return SideIndexes.of(indexes, denials);
    }

    private static Grant.Net everything() {
        return new Grant.Net(
                Grant.Source.POLICY,
                "everything",
                Set.of(RequestKind.CONNECT, RequestKind.HTTP, RequestKind.FETCH),
                Set.of(Scheme.values()),
                new HostPattern.Any(),
                Set.of(),
                Set.of(),
                PathPattern.ANY,
                null,
                Mode.ENFORCE,
                "everything");
    }
}

package io.sallyport.policycompiler;

import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.Author;
import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Judge;
import io.sallyport.decision.RegoJudge;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Grant;
import io.sallyport.model.Mode;
import io.sallyport.model.NamePattern;
import io.sallyport.model.PathPattern;
import io.sallyport.model.Question;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.Entrypoint;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the library with other grants, so that the matching that explains a decision is the one that makes it.
 * Immutable.
 *
 * @param headers of the question, if it is a request
 * @param limits of each evaluation
 * @param rates names of the rates that obligations may name
 * @param denials the index of the documents' denials, or null
 */
record PolicyProbe(
        Entrypoint library,
        SandboxFacts facts,
        RequestHeaders headers,
        Limits limits,
        EvalClock clock,
        RegoArray rates,
        @Nullable RegoObject denials) {
    /** Returns the side's decision with {@code grant} alone; an allow says whether a tunnel would be intercepted. */
    Decision byOne(GrantSide side, Grant grant, Question question) {
        return decide(judge(Author.SILENT, Author.SILENT, index(Map.of(side, List.of(grant)), null)), question);
    }

    /** Returns the parts of the question that {@code grant} does not cover; each is evaluated alone. */
    List<String> differences(GrantSide side, Grant grant, Question question) {
        return switch (grant) {
            case Grant.Net net ->
                Arrays.stream(PolicyPart.values())
                        .filter(part -> !allows(byOne(side, part.only(net), question)))
                        .map(PolicyPart::word)
                        .toList();
            case Grant.Named named ->
                Arrays.stream(NamePart.values())
                        .filter(part -> question instanceof CanonicalAction action
                                && !allows(byOne(side, part.only(named, action), question)))
                        .map(NamePart::word)
                        .toList();
        };
    }

    private static boolean allows(Decision decision) {
        return decision instanceof Decision.Allow;
    }

    /** Returns the decision of these authors if everything were granted. */
    Decision byAuthors(Author guardrails, Author sandbox, Question question) {
        GrantSide side = question.kind() == RequestKind.FETCH
                ? GrantSide.FETCH
                : question instanceof CanonicalAction ? GrantSide.LEASE : GrantSide.POLICY;
        return decide(judge(guardrails, sandbox, index(Map.of(side, List.of(everything(question))), null)), question);
    }

    /** Returns a judge for these authors and grants, with the documents' denials. */
    Judge judge(Author guardrails, Author sandbox, Map<GrantSide, List<Grant>> grants) {
        return judge(guardrails, sandbox, index(grants, denials));
    }

    private Judge judge(Author guardrails, Author sandbox, RegoObject index) {
        var programs = new RegoJudge.Programs(library, guardrails, sandbox, rates);
        return new RegoJudge(programs, index, facts, limits, clock);
    }

    Decision decide(Judge judge, Question question) {
        return judge.judge(question, headers, ActingIdentity.of(IdentityKind.TOKEN, facts))
                .decision();
    }

    /** Returns whether grants cover the question with some body, whatever it has now. */
    boolean restsOnBody(Judge judge, Question question) {
        Decision unread = judge.judge(question, RequestHeaders.UNREAD, ActingIdentity.of(IdentityKind.TOKEN, facts))
                .decision();
        return unread instanceof Decision.Allow allow && allow.obligations().body();
    }

    private static RegoObject index(Map<GrantSide, List<Grant>> grants, @Nullable RegoObject denials) {
        var indexes = new TreeMap<GrantSide, RegoObject>();
        grants.forEach((side, list) ->
                indexes.put(side, GrantIndex.of(side, of(Grant.Net.class, list), of(Grant.Named.class, list))));
        return SideIndexes.of(indexes, denials, new TreeMap<>(), List.of());
    }

    private static <T extends Grant> List<T> of(Class<T> kind, List<Grant> grants) {
        return grants.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static Grant everything(Question question) {
        return switch (question) {
            case CanonicalRequest _ -> everything();
            case CanonicalAction action ->
                new Grant.Named(
                        Grant.Source.LEASE,
                        "everything",
                        action.capability(),
                        new NamePattern.Anything(),
                        "everything");
        };
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

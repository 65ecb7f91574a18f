package io.sallyport.decision;

import io.sallyport.decision.Author.Answer;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestHeaders;
import io.sallyport.model.RequestKind;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.Entrypoint;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/**
 * Judges by Rego: asks the guardrails and the sandbox's own Rego, mounts what they say beside the grants, and runs the
 * library over both. Safe for concurrent use.
 *
 * <p>Where an author's evaluation comes to something that is withheld of the request, the answer does not depend on
 * luck: a tunnel must be opened, so that the question is asked again inside it, and a request with a query, a content
 * type or a length that cannot be read is refused.
 */
public final class RegoJudge implements Judge {
    private static final RegoObject OPEN_THE_TUNNEL =
            RegoObject.growing().put("intercept", RegoBoolean.TRUE).sealed();

    private final Programs programs;
    private final SandboxInput sandbox;
    private final Limits limits;
    private final EvalClock clock;
    private final RegoObject index;
    private final RegoObject annotations;
    private final RegoArray rates;
    private final RegoObject silentData;

    /**
     * What is run, in no part of this sandbox's own.
     *
     * @param library the document {@code data.sallyport.decision}
     * @param rates names of the rates that obligations may name
     */
    public record Programs(Entrypoint library, Author guardrails, Author sandbox, RegoArray rates) {}

    /**
     * A judge for one sandbox.
     *
     * @param index its grants, as the library reads them at {@code data.sallyport.index}
     * @param limits of each evaluation, of which one request needs up to five
     */
    public RegoJudge(Programs programs, RegoObject index, SandboxFacts facts, Limits limits, EvalClock clock) {
        this.programs = programs;
        this.sandbox = SandboxInput.of(facts);
        this.limits = limits;
        this.clock = clock;
        this.index = index;
        this.annotations = Author.annotations(programs.guardrails(), programs.sandbox());
        this.rates = programs.rates();
        this.silentData = mounted(EntryObject.EMPTY, EntryObject.EMPTY);
    }

    @Override
    public Decision decide(CanonicalRequest request) {
        return judge(request, RequestHeaders.EMPTY).decision();
    }

    @Override
    public Judgement judge(CanonicalRequest request, RequestHeaders headers) {
        RequestInput input = new RequestInput(request, headers, sandbox);
        Answer guardrails = programs.guardrails().ask(input, limits, clock);
        Answer own = programs.sandbox().ask(input, limits, clock);
        boolean lasting =
                !guardrails.usedMoment() && !own.usedMoment() && !input.net().cameToHeaders();
        return switch (guardrails) {
            case Answer.Failed failed -> faulty("guardrails:error", failed, lasting, anyQuery(input));
            case Answer.Said team ->
                switch (own) {
                    case Answer.Failed failed -> faulty("sandbox:error", failed, lasting, anyQuery(input));
                    case Answer.Said sandboxes ->
                        new Judgement(heard(request, input, team, sandboxes), lasting, anyQuery(input), null);
                };
        };
    }

    @Override
    public Judgement judge(CanonicalAction action) {
        RegoObject input = ActionInput.of(action, sandbox);
        Answer guardrails = programs.guardrails().ask(input, limits, clock);
        Answer own = programs.sandbox().ask(input, limits, clock);
        boolean lasting = !guardrails.usedMoment() && !own.usedMoment();
        return switch (guardrails) {
            case Answer.Failed failed -> faulty("guardrails:error", failed, lasting, true);
            case Answer.Said team ->
                switch (own) {
                    case Answer.Failed failed -> faulty("sandbox:error", failed, lasting, true);
                    case Answer.Said sandboxes ->
                        new Judgement(decide(input, team.document(), sandboxes.document()), lasting, true, null);
                };
        };
    }

    private Decision heard(CanonicalRequest request, RequestInput input, Answer.Said team, Answer.Said own) {
        return input.net().cameToWithheld()
                ? decideWithheld(request, input, team, own)
                : decide(input, team.document(), own.document());
    }

    private static Judgement faulty(String rule, Answer.Failed failed, boolean lasting, boolean anyQuery) {
        Decision deny = new Decision.Deny(ReasonCode.GUARDRAIL_ERROR, rule, List.of());
        return new Judgement(deny, lasting, anyQuery, failed.fault());
    }

    /** An evaluation that never came to the query goes the same way whatever the query is. */
    private static boolean anyQuery(RequestInput input) {
        return !input.net().cameToQuery();
    }

    private Decision decideWithheld(CanonicalRequest request, RequestInput input, Answer.Said team, Answer.Said own) {
        return request.kind() == RequestKind.CONNECT
                ? decide(input, opening(team.document()), own.document())
                : Decision.Deny.of(ReasonCode.UNREADABLE);
    }

    /** What was said, and that the tunnel must be opened; an answer that is no set stays as it is, and refuses. */
    private static RegoObject opening(RegoObject said) {
        RegoValue obligations = said.get("obligations");
        if (obligations != null && !(obligations instanceof RegoSet)) {
            return said;
        }
        RegoSet more = RegoSet.growing();
        if (obligations instanceof RegoSet set) {
            for (int i = 0; i < set.size(); i++) {
                more.add(set.at(i));
            }
        }
        more.add(OPEN_THE_TUNNEL);
        EntryObject opened = RegoObject.growing();
        said.forEach(opened::put);
        opened.put("obligations", more);
        return opened.sealed();
    }

    private Decision decide(RegoObject input, RegoObject guardrails, RegoObject own) {
        boolean silent = guardrails.size() == 0 && own.size() == 0;
        RegoObject data = silent ? silentData : mounted(guardrails, own);
        return switch (programs.library().evaluate(input, data, limits.strict(), clock)) {
            case Outcome.Defined defined -> DecisionDocument.read(defined.value());
            case Outcome.Undefined _, Outcome.Failed _ -> Decision.Deny.of(ReasonCode.POLICY_ERROR);
        };
    }

    private RegoObject mounted(RegoObject guardrails, RegoObject own) {
        RegoObject sallyport = RegoObject.growing()
                .put("annotations", annotations)
                .put("guardrails", guardrails)
                .put("index", index)
                .put("rates", rates)
                .put("sandbox", own)
                .sealed();
        return RegoObject.growing().put("sallyport", sallyport).sealed();
    }
}

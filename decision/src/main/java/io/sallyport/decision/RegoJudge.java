package io.sallyport.decision;

import io.sallyport.decision.Author.Answer;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.MessageReading;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.model.RequestKind;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.Entrypoint;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges by Rego: asks the guardrails and the sandbox's own Rego, mounts what they say beside the grants, and runs the
 * library over both. Safe for concurrent use.
 *
 * <p>Where an author's evaluation comes to something that is withheld of the request, the answer does not depend on
 * luck: a tunnel must be opened, so that the question is asked again inside it, and a request with a query, a content
 * type, a length or a body that cannot be read is refused. Where it comes to a body that is not there yet, they are
 * asked again with it; and of each call of a batch, where it comes to one. The same holds of what the library comes to
 * for grants that ask something of the query or the body. Rules in report mode have an input of their own ({@link
 * ReportedRules}), so what they read changes nothing.
 */
public final class RegoJudge implements Judge {
    /** The body has not been received: grants cover whatever it may say. */
    private static final String AWAITED = "awaited";

    /** The query cannot be read: what stands or falls with it refuses. */
    private static final String UNREADABLE = "unreadable";

    /** A person has approved what asks. */
    private static final String APPROVED = "approved";

    private static final Sayings SILENCE = new Sayings(EntryObject.EMPTY, EntryObject.EMPTY);

    private final Programs programs;
    private final ReportedRules reported;
    private final SandboxInput sandbox;
    private final ActingIdentity self;
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

    /** What both authors say of one question, as it is mounted for the library. */
    record Sayings(RegoObject team, RegoObject own) {}

    /**
     * A judge for one sandbox.
     *
     * @param index its grants, as the library reads them at {@code data.sallyport.index}
     * @param limits of each evaluation, of which one request needs up to seven
     */
    public RegoJudge(Programs programs, RegoObject index, SandboxFacts facts, Limits limits, EvalClock clock) {
        this.programs = programs;
        this.reported = new ReportedRules(programs.guardrails(), programs.sandbox());
        this.sandbox = SandboxInput.of(facts);
        this.self = ActingIdentity.of(IdentityKind.TOKEN, facts);
        this.limits = limits.strict();
        this.clock = clock;
        this.index = index;
        this.annotations = Author.annotations(programs.guardrails(), programs.sandbox());
        this.rates = programs.rates();
        this.silentData = mounted(SILENCE, null);
    }

    @Override
    public Decision decide(CanonicalRequest request) {
        return judge(request, RequestHeaders.EMPTY, self).decision();
    }

    @Override
    public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
        RequestInput input = new RequestInput(request, headers, sandbox, identity, clock);
        Judgement judgement = judge(request, input);
        for (int call = 1; call < input.calls() && judgement.decision() instanceof Decision.Allow; call++) {
            judgement = judgement.and(judge(request, input.ofCall(call)));
        }
        // What refuses one call hides what the others come to: of a batch nobody is asked.
        return input.net().calls() > 1 ? judgement.askingNobody() : judgement;
    }

    private Judgement judge(CanonicalRequest request, RequestInput input) {
        Answer guardrails = programs.guardrails().ask(input, limits, clock);
        Answer own = programs.sandbox().ask(input, limits, clock);
        boolean moment = guardrails.usedMoment() || own.usedMoment();
        if (input.net().awaitsBody()) {
            return judgement(awaitingBody(input), moment, input);
        }
        return switch (guardrails) {
            case Answer.Failed failed -> faulty("guardrails:error", failed, moment, input);
            case Answer.Said team ->
                switch (own) {
                    case Answer.Failed failed -> faulty("sandbox:error", failed, moment, input);
                    case Answer.Said sandboxes -> {
                        ReportedRules.Report report = reported.askOf(input, limits, clock);
                        input.reportedCalls(report.calls());
                        Decision decision = heard(request, input, report.beside(team, sandboxes));
                        Decision read = input.net().readsMessages(moment)
                                ? ofMessages(decision, MessageReading.JUDGED)
                                : decision;
                        yield report.on(judgement(read, moment, input));
                    }
                };
        };
    }

    /** What was said, which holds as long as what all who were asked came to stays the same. */
    private static Judgement judgement(Decision decision, boolean moment, RequestInput input) {
        return new Judgement(decision, !moment && !input.cameToPassing(), anyQuery(input), null, input.passing(moment));
    }

    @Override
    public Judgement judge(CanonicalAction action, ActingIdentity identity) {
        var acting = new IdentityInput(identity, clock);
        RegoObject input = ActionInput.of(action, sandbox, acting);
        Answer guardrails = programs.guardrails().ask(input, limits, clock);
        Answer own = programs.sandbox().ask(input, limits, clock);
        boolean moment = guardrails.usedMoment() || own.usedMoment();
        return switch (guardrails) {
            case Answer.Failed failed -> faulty("guardrails:error", failed, moment, acting);
            case Answer.Said team ->
                switch (own) {
                    case Answer.Failed failed -> faulty("sandbox:error", failed, moment, acting);
                    case Answer.Said sandboxes -> {
                        ReportedRules.Report report = reported.ask(input, limits, clock);
                        Decision decision = decide(input, data(report.beside(team, sandboxes)));
                        yield report.on(judgement(decision, moment, acting, null));
                    }
                };
        };
    }

    /** What the authors say without the body counts for nothing: they are asked again, if grants cover the request. */
    private Decision awaitingBody(RequestInput input) {
        return switch (decide(input, mounted(SILENCE, AWAITED))) {
            case Decision.Allow allow -> allow.with(allow.obligations().judgingBody());
            case Decision.Deny deny -> deny;
        };
    }

    private Decision heard(CanonicalRequest request, RequestInput input, Sayings said) {
        Decision decision = settled(request, input, said);
        boolean mayAsk = decision instanceof Decision.Deny deny
                && isAsked(deny)
                && !input.net().awaitsBody()
                && !input.net().cameToUnreadable();
        return mayAsk ? asked(request, input, said, (Decision.Deny) decision) : decision;
    }

    private static boolean isAsked(Decision.Deny deny) {
        return deny.reason() == ReasonCode.GUARDRAIL && deny.isAskedByEachRule() && !DecisionDocument.isCut(deny);
    }

    /** What the request comes to if a person approves it; it may turn out that more than what asks refuses it. */
    private Decision asked(CanonicalRequest request, RequestInput input, Sayings said, Decision.Deny deny) {
        boolean isOpened = input.net().cameToWithheld() && request.kind() == RequestKind.CONNECT;
        Sayings heard = isOpened ? new Sayings(OpenedTunnel.in(said.team()), said.own()) : said;
        Decision beyond = decide(input, mounted(heard, APPROVED));
        boolean unread = input.net().awaitsBody() || input.net().cameToUnreadable();
        return !unread && beyond instanceof Decision.Allow allow ? deny.asking(allow.reporting(Reported.NONE)) : deny;
    }

    private Decision settled(CanonicalRequest request, RequestInput input, Sayings said) {
        if (input.net().cameToWithheld()) {
            return decideWithheld(request, input, said);
        }
        Decision decision = decide(input, data(said));
        if (!input.net().awaitsBody() && !input.net().cameToUnreadable()) {
            return decision;
        }
        boolean restsOnIt = decision instanceof Decision.Allow || decision.reason() == ReasonCode.NO_GRANT;
        return restsOnIt ? unsettled(input, said, decision) : decision;
    }

    /** The library came to a body that is not there yet, or to a body or query that cannot be read. */
    private Decision unsettled(RequestInput input, Sayings said, Decision decision) {
        if (input.net().awaitsBody()) {
            return awaitingBody(input);
        }
        if (input.net().bodyFault() != null) {
            return unreadable(input.net().bodyFault());
        }
        return decision instanceof Decision.Allow ? decide(input, mounted(said, UNREADABLE)) : decision;
    }

    /** What reads a message must be asked of each, and so must what reads the time: it may come to messages later. */
    static Decision ofMessages(Decision decision, MessageReading least) {
        return decision instanceof Decision.Allow allow
                ? allow.with(allow.obligations().reading(least))
                : decision;
    }

    private static Judgement faulty(String rule, Answer.Failed failed, boolean moment, RequestInput input) {
        return new Judgement(
                failing(rule),
                !moment && !input.cameToPassing(),
                anyQuery(input),
                failed.fault(),
                input.passing(moment));
    }

    private static Judgement faulty(String rule, Answer.Failed failed, boolean moment, IdentityInput acting) {
        return judgement(failing(rule), moment, acting, failed.fault());
    }

    private static Judgement judgement(
            Decision decision, boolean moment, IdentityInput acting, @Nullable String fault) {
        return new Judgement(
                decision,
                !moment && !acting.wasRead(),
                true,
                fault,
                RequestInput.passing(false, acting.wasRead(), moment));
    }

    private static Decision failing(String rule) {
        return new Decision.Deny(ReasonCode.GUARDRAIL_ERROR, rule, List.of());
    }

    /** An evaluation that never came to the query goes the same way whatever the query is. */
    private static boolean anyQuery(RequestInput input) {
        return !input.net().cameToQuery();
    }

    private Decision decideWithheld(CanonicalRequest request, RequestInput input, Sayings said) {
        return request.kind() == RequestKind.CONNECT
                ? decide(input, data(new Sayings(OpenedTunnel.in(said.team()), said.own())))
                : unreadable(input.net().bodyFault());
    }

    private static Decision unreadable(@Nullable DenyRule bodyFault) {
        return bodyFault == null
                ? Decision.Deny.of(ReasonCode.UNREADABLE)
                : new Decision.Deny(ReasonCode.UNREADABLE, null, List.of(bodyFault));
    }

    private RegoObject data(Sayings said) {
        boolean silent = said.team().size() == 0 && said.own().size() == 0;
        return silent ? silentData : mounted(said, null);
    }

    private Decision decide(RegoObject input, RegoObject data) {
        return switch (programs.library().evaluate(input, data, limits, clock)) {
            case Outcome.Defined defined -> DecisionDocument.read(defined.value());
            case Outcome.Undefined _, Outcome.Failed _ -> Decision.Deny.of(ReasonCode.POLICY_ERROR);
        };
    }

    /** @param known what the library is told of the request beside, or null */
    private RegoObject mounted(Sayings said, @Nullable String known) {
        EntryObject sallyport = RegoObject.growing()
                .put("annotations", annotations)
                .put("guardrails", said.team())
                .put("index", index)
                .put("rates", rates)
                .put("sandbox", said.own());
        if (known != null) {
            sallyport.put(known, RegoBoolean.TRUE);
        }
        return RegoObject.growing().put("sallyport", sallyport.sealed()).sealed();
    }
}

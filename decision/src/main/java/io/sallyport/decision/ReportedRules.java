package io.sallyport.decision;

import io.sallyport.decision.Author.Answer;
import io.sallyport.decision.Judge.Judgement;
import io.sallyport.decision.RegoJudge.Sayings;
import io.sallyport.decision.net.NetInput;
import io.sallyport.model.Decision;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.MessageReading;
import io.sallyport.model.Reported;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The deny rules of both authors that are programs of their own since they are in report mode. They see the request in
 * an input of their own, so that nothing they read opens a tunnel or refuses. Immutable.
 */
record ReportedRules(Author guardrails, Author sandbox) {
    private static final String FAILED = "a rule in report mode could not be evaluated";

    /**
     * What they say of one question.
     *
     * @param failures a deny for each author whose rules failed
     * @param notAsked whether they came to what is not known of the request
     * @param awaitsBody whether they came to the body, which has not been received
     * @param calls of how many calls in the body they have to be asked
     * @param messages whether they have to be asked of each message of the WebSocket
     * @param lasting whether the same request gets the same report for as long as these rules are in force
     * @param anyQuery whether the same request with any other query does
     * @param fault why they could not be evaluated, or null
     */
    record Report(
            RegoObject team,
            RegoObject own,
            List<DenyRule> failures,
            boolean notAsked,
            boolean awaitsBody,
            int calls,
            boolean messages,
            boolean lasting,
            boolean anyQuery,
            @Nullable String fault) {
        private static final Report NOTHING =
                new Report(EntryObject.EMPTY, EntryObject.EMPTY, List.of(), false, false, 1, false, true, true, null);

        /** What is mounted: what the authors say, and what they only report. */
        Sayings beside(Answer.Said guardrails, Answer.Said sandbox) {
            return new Sayings(union(guardrails.document(), team), union(sandbox.document(), own));
        }

        /** The judgement with what its decision lacks: that rules failed, or could not be asked. */
        Judgement on(Judgement judgement) {
            if (equals(NOTHING)) {
                return judgement;
            }
            boolean awaits = awaitsBody && judgement.decision() instanceof Decision.Allow; // a refusal is no trial
            Reported said = new Reported(failures, notAsked, false, awaits)
                    .and(judgement.decision().reported());
            Decision decision = judgement.decision().reporting(said);
            return new Judgement(
                    messages ? RegoJudge.ofMessages(decision, MessageReading.REPORTED) : decision,
                    judgement.lasting() && lasting,
                    judgement.anyQuery() && anyQuery,
                    fault,
                    judgement.restsOn());
        }

        /** Deny rules that are no set stay as they are, and refuse. */
        private static RegoObject union(RegoObject enforced, RegoObject reported) {
            if (reported.size() == 0) {
                return enforced;
            }
            RegoValue denies = enforced.get("deny");
            if (!(reported.get("deny") instanceof RegoSet more) || !(denies == null || denies instanceof RegoSet)) {
                return enforced;
            }
            RegoSet all = RegoSet.growing();
            addAll(denies, all);
            addAll(more, all);
            EntryObject said = RegoObject.growing();
            enforced.forEach(said::put);
            return said.put("deny", all).sealed();
        }

        private static void addAll(@Nullable RegoValue from, RegoSet to) {
            if (from instanceof RegoSet set) {
                set.list().forEach(to::add);
            }
        }
    }

    /** Asks them of the request that {@code enforced} was asked of, as if nothing had been read of it. */
    Report askOf(RequestInput enforced, Limits limits, EvalClock clock) {
        if (areNone()) {
            return Report.NOTHING;
        }
        RequestInput input = enforced.unread();
        NetInput net = input.net();
        Answer team = guardrails.askReported(input, limits, clock);
        boolean byTeam = net.bodyFault() != null;
        Answer own = sandbox.askReported(input, limits, clock);
        Report said = report(team, own);
        return new Report(
                said.team(),
                said.own(),
                beside(said.failures(), net.bodyFault(), byTeam),
                net.cameToUnknown() || net.awaitsBody(),
                net.awaitsBody(),
                net.calls(),
                net.readsMessages(!said.lasting()),
                said.lasting() && !input.cameToPassing(),
                !net.cameToQuery(),
                said.fault());
    }

    /** Asks them of any question; what it withholds is not looked at. */
    Report ask(RegoObject input, Limits limits, EvalClock clock) {
        if (areNone()) {
            return Report.NOTHING;
        }
        return report(guardrails.askReported(input, limits, clock), sandbox.askReported(input, limits, clock));
    }

    /** Enforced, they would refuse a body that they cannot read. */
    private static List<DenyRule> beside(List<DenyRule> failures, @Nullable DenyRule bodyFault, boolean byTeam) {
        if (bodyFault == null) {
            return failures;
        }
        List<DenyRule> all = new ArrayList<>(failures);
        all.add(new DenyRule(byTeam ? "guardrails:unreadable" : "sandbox:unreadable", bodyFault.message()));
        return all;
    }

    private static Report report(Answer team, Answer own) {
        List<DenyRule> failures = new ArrayList<>();
        if (team instanceof Answer.Failed) {
            failures.add(new DenyRule("guardrails:error", FAILED));
        }
        if (own instanceof Answer.Failed) {
            failures.add(new DenyRule("sandbox:error", FAILED));
        }
        boolean lasting = !team.usedMoment() && !own.usedMoment();
        return new Report(
                document(team), document(own), failures, false, false, 1, false, lasting, true, fault(team, own));
    }

    private boolean areNone() {
        return guardrails.reported() == null && sandbox.reported() == null;
    }

    private static RegoObject document(Answer answer) {
        return switch (answer) {
            case Answer.Said said -> said.document();
            case Answer.Failed _ -> EntryObject.EMPTY;
        };
    }

    private static @Nullable String fault(Answer team, Answer own) {
        return switch (team) {
            case Answer.Failed failed -> failed.fault();
            case Answer.Said _ -> own instanceof Answer.Failed failed ? failed.fault() : null;
        };
    }
}

package io.sallyport.control.replay;

import io.sallyport.audit.recorded.RecordedLine.Judged;
import io.sallyport.audit.recorded.RecordedVerdict;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.Decision;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxId;
import io.sallyport.model.message.RequestHeaders;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks a policy about records, one after another, and counts what it changes. Of equal questions one is asked, as long
 * as its answer is kept. Confined to one thread.
 */
public final class Replay {
    private final ReplayedPolicy policy;
    private final @Nullable ReplayedPolicy old;
    private final SandboxTraits traits;
    private final BiFunction<Question, Decision, Decision> dial;
    private final RecordClock clock;
    private final ReplayReport report;
    private final int maxAnswers;
    private final Map<Asked, Answer> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, Answer> eldest) {
            return size() > maxAnswers;
        }
    };

    /** @param opensUnseen whether it is a tunnel that passed unseen */
    private record Asked(
            SandboxId sandbox, @Nullable String run, Question question, boolean opensUnseen, boolean isBodyless) {}

    /**
     * @param was what the old policy says; null if the record says it
     * @param isDialled whether the gateway would dial what the policy allows
     */
    private record Answer(Said now, @Nullable Said was, boolean isDialled, Set<Lack> lacks, RequestGroup group) {}

    /**
     * A replay of records against {@code policy}.
     *
     * @param old compared with it; null for what the records say
     * @param dial refuses, of what is newly allowed, what is never dialled
     * @param clock that both policies read
     * @param maxAnswers limit of the questions whose answers are kept, the last ones used
     */
    public Replay(
            ReplayedPolicy policy,
            @Nullable ReplayedPolicy old,
            SandboxTraits traits,
            BiFunction<Question, Decision, Decision> dial,
            RecordClock clock,
            ReplayReport report,
            int maxAnswers) {
        this.maxAnswers = maxAnswers;
        this.policy = policy;
        this.old = old;
        this.traits = traits;
        this.dial = dial;
        this.clock = clock;
        this.report = report;
    }

    /** Counts one record. */
    public void add(Judged record) {
        SandboxId sandbox = record.sandbox();
        if (sandbox == null || (old == null && record.verdict() == RecordedVerdict.NOT_BY_POLICY)) {
            report.add(ReplayedChange.NOT_BY_POLICY, record);
        } else if (record.question() == null) {
            Set<Lack> lacks = EnumSet.of(Lack.REQUEST);
            report.cannotSay(RequestGroup.unknown(sandbox.text(), record.host(), words(lacks)), record, lacks);
        } else {
            boolean unseen = record.isOpaque() && record.verdict() == RecordedVerdict.ALLOWED;
            var asked = new Asked(sandbox, record.run(), record.question(), unseen, record.isBodyless());
            add(record, answer(asked, record));
        }
    }

    private void add(Judged record, Answer answer) {
        if (!answer.lacks.isEmpty()) {
            report.cannotSay(answer.group, record, answer.lacks);
            return;
        }
        boolean was = answer.was == null ? record.verdict() == RecordedVerdict.ALLOWED : answer.was.isAllowed();
        boolean is = answer.now.isAllowed() && (was || answer.isDialled);
        ReplayedChange change = ReplayedChange.of(was, is);
        if (change.isListed()) {
            report.add(change, answer.group, record);
        } else {
            report.add(change, record);
        }
    }

    private Answer answer(Asked asked, Judged record) {
        Answer known = kept.get(asked);
        if (known != null) {
            return known;
        }
        clock.set(record.time());
        SandboxFacts facts = traits.of(asked.sandbox, asked.run);
        RequestHeaders headers = asked.isBodyless ? RequestHeaders.EMPTY : RequestHeaders.UNREAD;
        Said now = Said.of(policy.judge(facts, asked.question, headers));
        Said was = old == null ? null : Said.of(old.judge(facts, asked.question, headers));
        Answer answer = answer(asked, now, was);
        if (!now.isOfMoment() && (was == null || !was.isOfMoment())) {
            kept.put(asked, answer);
        }
        return answer;
    }

    private Answer answer(Asked asked, Said now, @Nullable Said was) {
        Set<Lack> lacks = EnumSet.noneOf(Lack.class);
        lacks.addAll(now.lacks());
        if (was != null) {
            lacks.addAll(was.lacks());
        }
        if (asked.opensUnseen && now.looksInside()) {
            lacks.add(Lack.TUNNEL);
        }
        String by = lacks.isEmpty() ? now.by() : words(lacks);
        return new Answer(
                now,
                was,
                dial.apply(asked.question, now.decision()) instanceof Decision.Allow,
                Collections.unmodifiableSet(lacks),
                RequestGroup.of(asked.sandbox.text(), asked.question, by));
    }

    private static String words(Set<Lack> lacks) {
        return "lacks " + lacks.stream().map(Lack::word).collect(Collectors.joining(", "));
    }
}

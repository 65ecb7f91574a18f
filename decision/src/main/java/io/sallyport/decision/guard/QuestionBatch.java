package io.sallyport.decision.guard;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.Decision;
import io.sallyport.model.answer.DecisionGrounds;
import io.sallyport.model.answer.Ruling;
import io.sallyport.model.answer.RulingJson;
import io.sallyport.model.message.Inquiry;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The questions of one call, answered one by one, so that an event loop can do other things in between; all under the
 * policies that were in force when the call came. Confined to one thread at a time.
 */
public final class QuestionBatch implements GuardDesk.Reply {
    private final GuardDesk desk;
    private final BoundPolicies bound;
    private final RegoArray questions;
    private final boolean batch;
    private final List<Ruling> rulings = new ArrayList<>();

    /** @param batch whether the questions stood in an array */
    QuestionBatch(GuardDesk desk, BoundPolicies bound, RegoArray questions, boolean batch) {
        this.desk = desk;
        this.bound = bound;
        this.questions = questions;
        this.batch = batch;
    }

    /** Whether every question has its ruling. */
    public boolean isOver() {
        return rulings.size() == questions.size();
    }

    /** Rules on the next question. */
    public Ruling next() {
        Ruling ruling = rule(questions.get(rulings.size()));
        rulings.add(ruling);
        return ruling;
    }

    /** The HTTP status of the answer, once this {@link #isOver}: in a batch each ruling speaks for itself. */
    public int status() {
        return batch ? 200 : rulings.getFirst().status();
    }

    /** When to ask again, in whole seconds, where the only question met a rate and waiting helps; 0 else. */
    public long retryAfterSeconds() {
        long millis = batch ? 0 : rulings.getFirst().retryAfterMillis();
        return (millis + 999) / 1000;
    }

    /** The body of the answer, UTF-8, once this {@link #isOver}. */
    public byte[] json() {
        return batch ? RulingJson.all(rulings) : RulingJson.one(rulings.getFirst());
    }

    private Ruling rule(RegoValue question) {
        long began = desk.nanoTime();
        return switch (InquiryReader.read(question)) {
            case InquiryReader.Bad bad -> ruling(desk, bound.policies(), bad, began);
            case InquiryReader.Good(Inquiry read) -> {
                Inquiry inquiry = desk.searched(read);
                yield ruling(desk, bound, inquiry, desk.guard().check(bound, inquiry, desk.mode()), began);
            }
        };
    }

    private static Ruling ruling(GuardDesk desk, PolicyChain policies, InquiryReader.Bad bad, long began) {
        PolicySnapshot own = policies.own();
        Ruling ruling = new Ruling(
                desk.nextId(),
                desk.millis(),
                own.facts().id(),
                own.facts().run(),
                own.facts().phase(),
                own.generation(),
                own.guardrails(),
                null,
                bad.kind(),
                bad.skill(),
                Decision.Deny.of(bad.reason()),
                bad.why(),
                List.of(),
                micros(desk, began),
                DecisionGrounds.of(policies.lease(), bad.reason(), null),
                null,
                List.of(),
                0);
        desk.guard().metrics().count(ruling);
        return ruling;
    }

    static Ruling ruling(GuardDesk desk, BoundPolicies bound, Inquiry inquiry, JudgedQuestion judged, long began) {
        PolicySnapshot own = bound.policies().own();
        Ruling ruling = new Ruling(
                desk.nextId(),
                desk.millis(),
                own.facts().id(),
                own.facts().run(),
                own.facts().phase(),
                own.generation(),
                own.guardrails(),
                inquiry,
                inquiry.question().kind(),
                inquiry.skill(),
                judged.decision(),
                null,
                judged.allowed(),
                micros(desk, began),
                judged.grounds(),
                judged.note(),
                judged.found(),
                judged.retryAfterMillis());
        desk.guard().metrics().count(ruling);
        return ruling;
    }

    private static long micros(GuardDesk desk, long began) {
        return TimeUnit.NANOSECONDS.toMicros(desk.nanoTime() - began);
    }
}

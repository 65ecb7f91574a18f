package io.sallyport.decision.guard;

import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.Sandboxes;
import io.sallyport.decision.secrets.FindingMode;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.model.answer.Ruling;
import io.sallyport.model.message.Inquiry;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoValue;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Takes the bodies of the calls of the decision API, at every door. Whoever calls writes the record of each ruling
 * before the answer goes out. Safe for concurrent use.
 */
public final class GuardDesk {
    /** Questions in one batch. */
    public static final int MAX_QUESTIONS = 100;

    /** Bytes of a body. */
    public static final int MAX_BYTES = 64 << 10;

    private final Guard guard;
    private final Supplier<String> ids;
    private final InstantSource wall;
    private final LongSupplier nanoClock;
    private final FindingMode mode;
    private final UnaryOperator<Inquiry> searched;

    /**
     * One where rules that read findings see forms of tokens.
     *
     * @param ids names records, one after the other
     * @param nanoClock elapsed nanoseconds
     */
    public GuardDesk(Guard guard, Supplier<String> ids, InstantSource wall, LongSupplier nanoClock) {
        this(guard, ids, wall, nanoClock, FindingMode.OFF, UnaryOperator.identity());
    }

    private GuardDesk(
            Guard guard,
            Supplier<String> ids,
            InstantSource wall,
            LongSupplier nanoClock,
            FindingMode mode,
            UnaryOperator<Inquiry> searched) {
        this.guard = guard;
        this.ids = ids;
        this.wall = wall;
        this.nanoClock = nanoClock;
        this.mode = mode;
        this.searched = searched;
    }

    /** Returns the same where {@code findings} are looked for in requests, for rules and for the setting. */
    public GuardDesk searching(FindingPolicy findings) {
        return new GuardDesk(guard, ids, wall, nanoClock, findings.mode(), findings::searched);
    }

    /** What became of a body: questions that are to be ruled on, or nothing that could be read. */
    public sealed interface Reply permits QuestionBatch, Unreadable {}

    /**
     * Nothing in it can be read as questions.
     *
     * @param why safe to show
     */
    public record Unreadable(String why) implements Reply, Contract {}

    /** Reads the questions in {@code body}, one or an array of them; each is read by itself when its turn comes. */
    public Reply read(Sandbox sandbox, IdentityKind kind, byte[] body) {
        return switch (GuardBody.read(body)) {
            case GuardBody.Unreadable(String why) -> new Unreadable(why);
            case GuardBody.Whole(RegoArray batch)
            when batch.size() == 0 || batch.size() > MAX_QUESTIONS ->
                new Unreadable("the batch has " + batch.size() + " questions (expected: 1 to " + MAX_QUESTIONS + ")");
            case GuardBody.Whole(RegoArray batch) -> new QuestionBatch(this, guard.bind(sandbox, kind), batch, true);
            case GuardBody.Whole(RegoValue question) ->
                new QuestionBatch(this, guard.bind(sandbox, kind), RegoArray.of(question), false);
        };
    }

    /** What became of a document of the decision contract. */
    public sealed interface Contract permits Ruled, Unreadable, Unknown {}

    /** It has its ruling. */
    public record Ruled(Ruling ruling) implements Contract {}

    /** It names a sandbox that is not known. */
    public record Unknown() implements Contract {}

    /** Rules on {@code {"input": ...}} of the decision contract, as a client of OPA's sends it. */
    public Contract rule(Sandboxes sandboxes, byte[] body) {
        return switch (GuardBody.read(body)) {
            case GuardBody.Unreadable(String why) -> new Unreadable(why);
            case GuardBody.Whole(RegoValue document) -> ruled(sandboxes, document);
        };
    }

    private Contract ruled(Sandboxes sandboxes, RegoValue document) {
        long began = nanoTime();
        try {
            ContractReader.Asked asked = ContractReader.read(document);
            Sandbox sandbox = sandboxes.find(asked.sandbox());
            if (sandbox == null) {
                return new Unknown();
            }
            BoundPolicies bound = guard.bind(sandbox, IdentityKind.RUNNER);
            Inquiry inquiry = searched(asked.inquiry());
            JudgedQuestion judged = guard.checkTraffic(bound, inquiry, mode);
            return new Ruled(QuestionBatch.ruling(this, bound, inquiry, judged, began));
        } catch (UnreadableQuestion e) {
            return new Unreadable(e.why());
        }
    }

    Inquiry searched(Inquiry inquiry) {
        return searched.apply(inquiry);
    }

    FindingMode mode() {
        return mode;
    }

    Guard guard() {
        return guard;
    }

    String nextId() {
        return ids.get();
    }

    long millis() {
        return wall.millis();
    }

    long nanoTime() {
        return nanoClock.getAsLong();
    }
}

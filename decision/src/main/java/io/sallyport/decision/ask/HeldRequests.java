package io.sallyport.decision.ask;

import io.sallyport.model.SandboxId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The requests of all sandboxes that wait for a person, in the order in which they came. Each ends exactly once: by an
 * answer, or by whoever holds it. Nothing outlives the process. Safe for concurrent use; every method returns at once.
 */
public final class HeldRequests {
    private final AskLimits limits;
    private final InstantSource clock;
    private final Map<String, Waiting> waiting = new LinkedHashMap<>();
    private final List<Watcher> watchers = new CopyOnWriteArrayList<>();

    /** @param clock wall time */
    public HeldRequests(AskLimits limits, InstantSource clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /** Returns one that lets nothing wait. */
    public static HeldRequests none() {
        return new HeldRequests(AskLimits.NONE, () -> Instant.EPOCH);
    }

    private record Waiting(HeldRequest request, RequestApprovals approvals, Consumer<Answered> holder) {}

    /** Hears of requests that may be answered; called on any thread, and returns at once. */
    public interface Watcher {
        /** {@code request} waits from now on. */
        void opened(HeldRequest request);

        /** {@code request} waits no longer. */
        void ended(HeldRequest request);
    }

    /** Whether a request waits. */
    public sealed interface Opening {}

    /** It waits. */
    public record Held(HeldRequest request) implements Opening {}

    /** It does not: nobody is there to answer, or too many wait. */
    public record NotHeld(String why) implements Opening {}

    /**
     * What its holder is told of a request.
     *
     * @param approval lets the request itself pass; null where it is refused
     * @param isFurtherKept whether the further uses that were approved are kept
     */
    public record Answered(AskAnswer answer, @Nullable RequestApproval approval, boolean isFurtherKept) {}

    /** Returns the bounds. */
    public AskLimits limits() {
        return limits;
    }

    /**
     * Lets {@code request} wait if somebody watches and there is room.
     *
     * @param approvals of its sandbox, which further uses are added to
     * @param holder is told of the answer, on any thread
     */
    public Opening open(HeldRequest request, RequestApprovals approvals, Consumer<Answered> holder) {
        if (watchers.isEmpty()) {
            return new NotHeld("a person may be asked to allow this, but nobody is there to answer: sallyport ask");
        }
        if (!added(request, approvals, holder)) {
            return new NotHeld("a person may be asked to allow this, but too many requests wait for an answer already");
        }
        watchers.forEach(watcher -> watcher.opened(request));
        return new Held(request);
    }

    private boolean added(HeldRequest request, RequestApprovals approvals, Consumer<Answered> holder) {
        synchronized (waiting) {
            boolean isFull =
                    waiting.size() >= limits.maxHeld() || ofSandbox(request.sandbox()) >= limits.maxHeldPerSandbox();
            if (!isFull) {
                waiting.put(request.id(), new Waiting(request, approvals, holder));
            }
            return !isFull;
        }
    }

    private long ofSandbox(SandboxId sandbox) {
        return waiting.values().stream()
                .filter(one -> one.request().sandbox().equals(sandbox))
                .count();
    }

    /** Answers the request of that id; returns it, or null if none waits under the id. */
    public @Nullable HeldRequest answer(String id, AskAnswer answer) {
        Waiting one = removed(id);
        if (one == null) {
            return null;
        }
        one.holder().accept(answered(one, answer));
        return one.request();
    }

    private Answered answered(Waiting one, AskAnswer answer) {
        return switch (answer) {
            case AskAnswer.Denied _ -> new Answered(answer, null, true);
            case AskAnswer.Allowed allowed -> {
                Instant now = clock.instant();
                boolean kept = allowed.uses() == 1
                        || one.approvals().add(one.request().approved(allowed, allowed.uses() - 1, now));
                yield new Answered(answer, one.request().approved(allowed, 1, now), kept);
            }
        };
    }

    /** Ends what no one has answered; false if it has been. */
    public boolean end(HeldRequest request) {
        return removed(request.id()) != null;
    }

    private @Nullable Waiting removed(String id) {
        Waiting one;
        synchronized (waiting) {
            one = waiting.remove(id);
        }
        if (one != null) {
            watchers.forEach(watcher -> watcher.ended(one.request()));
        }
        return one;
    }

    /** Returns all that wait now, the oldest first. */
    public List<HeldRequest> all() {
        synchronized (waiting) {
            return new ArrayList<>(
                    waiting.values().stream().map(Waiting::request).toList());
        }
    }

    /** Adds somebody who may answer, from now on until {@link #leave}. */
    public void watch(Watcher watcher) {
        watchers.add(watcher);
    }

    /** Removes {@code watcher}. What waits goes on waiting. */
    public void leave(Watcher watcher) {
        watchers.remove(watcher);
    }
}

package io.sallyport.shared;

import io.sallyport.shared.Confirmations.SharedChange;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that several gateways share: the store decides which change of a record comes first, and all gateways put it
 * in force. A message tells of each change at once; a gateway that missed one finds it by the number of the last
 * change, which comes with each sign of life. Methods for any thread return at once, but for {@link #close}.
 */
public final class SharedRecords implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedRecords.class);
    private static final long TICK_MILLIS = 500;
    private static final RecordAnswer AWAY =
            new RecordAnswer.Unavailable("the store of shared sandboxes does not answer");
    private static final RecordAnswer TOO_LARGE = new RecordAnswer.Unavailable(
            "sealed for the store, it is longer than " + SharedRecord.MAX_SEALED_CHARS + " characters");

    private final Membership membership;
    private final RecordCalls calls;
    private final RecordListener listener;
    private final RemovedRecords removed;
    private final String keyCheck;
    private final Duration confirmWait;
    private final Confirmations confirmations = new Confirmations();
    private final RecordFeed feed;
    private final StoreOutage outage;
    private final ScheduledExecutorService thread = new ScheduledThreadPoolExecutor(
            1,
            Thread.ofPlatform().name("shared-records").daemon().factory(),
            new ThreadPoolExecutor.DiscardPolicy()); // what is told after the end matters to nobody
    private volatile @Nullable StoreSession session; // written by the thread, to which the rest is confined
    private volatile boolean joined;
    private volatile @Nullable String fault;
    private boolean open; // whether the store takes changes

    /**
     * @param removed what is known to be gone
     * @param keyCheck tells the key of the records from others, and does not reveal it
     * @param nanoClock elapsed nanoseconds
     */
    public SharedRecords(
            Membership membership,
            RecordSettings records,
            RemovedRecords removed,
            RecordListener listener,
            String keyCheck,
            LongSupplier nanoClock) {
        this.membership = membership;
        this.calls = new RecordCalls(membership.settings(), UUID.randomUUID().toString());
        this.listener = listener;
        this.removed = removed;
        this.keyCheck = keyCheck;
        this.confirmWait = records.confirmWait();
        this.feed = new RecordFeed(calls, listener, removed, confirmations, thread);
        Duration timeout = membership.settings().timeout();
        this.outage = new StoreOutage(records.onOutage(), records.outageLimit(), timeout, nanoClock);
        membership.add(part(), List.of(calls.changes(), calls.confirmations()), thread);
    }

    private Membership.Part part() {
        return new Membership.Part() {
            @Override
            public void connected(StoreSession opened) {
                session = opened;
            }

            @Override
            public void disconnected() {
                session = null;
                open = false;
                leaveOff();
                judge();
            }

            @Override
            public void heard(String channel, String message) {
                if (channel.equals(calls.changes())) {
                    feed.heard(message);
                } else {
                    confirmed(message);
                }
            }

            @Override
            public CompletionStage<?> say(StoreSession to) {
                return compare(to);
            }

            @Override
            public void beaten(StoreSession from, Heartbeat heartbeat) {
                open = heartbeat.isOpen();
                if (joined) {
                    feed.catchUp(heartbeat.changes());
                }
                judge();
            }
        };
    }

    /** Looks after what is shared, before the membership starts. */
    public void start() {
        var _ = thread.scheduleWithFixedDelay(this::tickSafely, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Whether the store answers and takes changes, and all that it has is in force here. */
    public boolean isOpen() {
        return outage.isOpen();
    }

    /** Whether it was {@link #isOpen} since this process began. */
    public boolean hasJoined() {
        return outage.wasOpen();
    }

    /** Whether requests may pass: it is open, or was shortly before, as the settings have it. */
    public boolean isServing() {
        return outage.isSpending();
    }

    /** Returns why it will not open, or null. */
    public @Nullable String fault() {
        return fault;
    }

    /**
     * Offers the next generation of a record.
     *
     * @param follows the generation that it follows; 0 for none
     */
    public CompletionStage<RecordAnswer> put(SharedRecord next, long follows) {
        StoreSession now = session;
        if (now == null || !joined) {
            return CompletableFuture.completedFuture(AWAY);
        }
        if (next.isTooLarge()) {
            return CompletableFuture.completedFuture(TOO_LARGE);
        }
        var change = new SharedChange(next.name(), next.generation(), false);
        confirmations.begin(change);
        return calls.put(now, next, follows).handle((answer, failure) -> answered(change, answer, failure));
    }

    private RecordAnswer answered(SharedChange change, @Nullable List<Object> answer, @Nullable Throwable failure) {
        if (answer == null) {
            LOG.debug("a change of {} was not answered", change.name(), failure);
            confirmations.forget(change);
            feed.missed(change.name()); // it may have come in
            return AWAY;
        }
        if (RecordCalls.text(answer.getFirst()).equals("ok")) {
            confirmations.among(change, (int) RecordCalls.number(answer.get(2)));
            return new RecordAnswer.Taken();
        }
        confirmations.forget(change);
        return RecordCalls.text(answer.getFirst()).equals("newer")
                ? new RecordAnswer.Newer(RecordCalls.number(answer.get(1)))
                : new RecordAnswer.Unavailable("the gateways compare what they have after an outage of the store");
    }

    /**
     * Ends a record for all gateways; where the store does not answer, once it does. Writes a line.
     *
     * @return completes as {@link #confirmed} does; with null where the store does not answer
     */
    public CompletionStage<@Nullable Confirmed> remove(String name, long generation) {
        removed.add(name, generation);
        StoreSession now = session;
        if (now == null) {
            return CompletableFuture.completedFuture(null);
        }
        var change = new SharedChange(name, generation, true);
        confirmations.begin(change);
        calls.remove(now, name, generation, false)
                .whenComplete((answer, failure) -> thread.execute(() -> removed(now, change, answer)));
        return confirmations.await(change, confirmWait.toMillis());
    }

    private void removed(StoreSession from, SharedChange change, @Nullable List<Object> answer) {
        if (answer == null) {
            LOG.warn("other gateways do not know yet that {} has ended", change.name());
            membership.drop(from); // said again once they are compared
            return;
        }
        removed.add(change.name(), RecordCalls.number(answer.get(1)));
        confirmations.among(change, (int) RecordCalls.number(answer.get(2)));
    }

    /** Returns the record that the store has, or null for none; fails where it does not answer. */
    public CompletionStage<@Nullable SharedRecord> get(String name) {
        StoreSession now = session;
        return now == null
                ? CompletableFuture.failedFuture(new IllegalStateException("the store does not answer"))
                : calls.get(now, name);
    }

    /** Returns which version the store has, gone or not; fails where it does not answer. */
    public CompletionStage<RecordVersion> version(String name) {
        StoreSession now = session;
        return now == null
                ? CompletableFuture.failedFuture(new IllegalStateException("the store does not answer"))
                : calls.version(now, name);
    }

    /** Completes once all gateways have a change of this one in force, or with how many have after a while. */
    public CompletionStage<@Nullable Confirmed> confirmed(String name, long generation) {
        return confirmations.await(new SharedChange(name, generation, false), confirmWait.toMillis());
    }

    /** What the store has under a name is not in force here: it is taken in again. */
    public void missed(String name) {
        feed.missed(name);
    }

    /** A message: generation, live or gone, name. */
    private void confirmed(String message) {
        String[] words = message.split(" ", 3);
        if (words.length == 3) {
            confirmations.confirmed(new SharedChange(words[2], Long.parseLong(words[0]), words[1].equals("gone")));
        }
    }

    /** Apart from the thread: there may be much to compare. */
    private CompletionStage<?> compare(StoreSession with) {
        leaveOff();
        return CompletableFuture.supplyAsync(
                        () -> isOurs(with)
                                ? new RecordComparison(calls, with, listener, removed, feed::missed).compare()
                                : -1L,
                        task -> Thread.ofVirtual().name("compare-records").start(task))
                .thenAcceptAsync(last -> compared(with, last), thread);
    }

    private boolean isOurs(StoreSession with) {
        return calls.isOurs(with, keyCheck).toCompletableFuture().join();
    }

    private void compared(StoreSession with, long last) {
        if (!with.equals(session)) {
            return;
        }
        if (last < 0) {
            if (fault == null) {
                LOG.error("shared.sandboxes.key_file: the store holds sandboxes that another key sealed");
            }
            fault = "the store holds sandboxes that another key sealed";
            return;
        }
        fault = null;
        joined = true;
        feed.begin(with, last);
        judge();
    }

    private void leaveOff() {
        joined = false;
        feed.end();
    }

    private void judge() {
        outage.judge(open && joined);
    }

    private void tickSafely() {
        try {
            judge();
            feed.retry();
        } catch (RuntimeException e) {
            LOG.error("shared records were not looked at", e);
        }
    }

    /** Nothing is taken in from now on. */
    @Override
    public void close() {
        thread.execute(outage::end);
        thread.shutdown();
    }
}

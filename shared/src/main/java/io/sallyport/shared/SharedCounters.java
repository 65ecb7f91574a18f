package io.sallyport.shared;

import io.sallyport.decision.ledger.Slice;
import io.sallyport.decision.ledger.SliceSource;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slices of counters from a store that several gateways share. What was handed out counts as spent there, whatever
 * becomes of this process; a store that may have lost something hands out nothing before its gateways have said what
 * they know. Methods for any thread return at once; one thread of its own does the rest.
 */
public final class SharedCounters implements SliceSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedCounters.class);
    private static final long TICK_MILLIS = 100;

    /** Seconds after which what nobody spends is given back. */
    private static final int IDLE_SECONDS = 5;

    private final Membership membership;
    private final SharedSettings settings;
    private final LongSupplier nanoClock;
    private final BooleanSupplier serving;
    private final ScheduledExecutorService thread = new ScheduledThreadPoolExecutor(
            1,
            Thread.ofPlatform().name("shared-counters").daemon().factory(),
            new ThreadPoolExecutor.DiscardPolicy()); // what is told after the end matters to nobody
    private final Map<Slice, CounterState> states = new ConcurrentHashMap<>();
    private final CounterCalls calls;
    private final SharedEnds ends;
    private @Nullable StoreSession session; // the rest is confined to the thread
    private long asserted = 1; // number of the state of the store in which counters are said
    private boolean open; // whether the store hands out slices
    private int ticks;
    private final StoreOutage outage;

    /**
     * @param gateway who this is, over restarts
     * @param nanoClock elapsed nanoseconds
     * @param ended hears of sandboxes and leases that ended on other gateways
     * @param serving whether requests may pass at all
     */
    public SharedCounters(
            Membership membership,
            GatewayState gateway,
            LongSupplier nanoClock,
            EndListener ended,
            BooleanSupplier serving) {
        this.serving = serving;
        this.membership = membership;
        this.settings = membership.settings();
        this.nanoClock = nanoClock;
        this.calls = new CounterCalls(settings, gateway.id(), UUID.randomUUID().toString());
        this.ends = new SharedEnds(calls, gateway, ended, thread);
        this.outage = new StoreOutage(settings.onOutage(), settings.outageLimit(), settings.timeout(), nanoClock);
        membership.add(part(), List.of(calls.key("ends")), thread);
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
                judge();
            }

            @Override
            public void heard(String channel, String message) {
                ends.heard(session, message);
            }

            @Override
            public CompletionStage<?> say(StoreSession to) {
                sayAll();
                return CompletableFuture.completedFuture(null);
            }

            @Override
            public void beaten(StoreSession from, Heartbeat heartbeat) {
                SharedCounters.this.beaten(from, heartbeat);
            }
        };
    }

    /** Looks after what is shared, before the membership starts. */
    public void start() {
        var _ = thread.scheduleWithFixedDelay(this::tickSafely, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean isSpending() {
        return outage.isSpending();
    }

    @Override
    public boolean isServing() {
        return serving.getAsBoolean();
    }

    @Override
    public boolean isAwaited() {
        return outage.isAwaited();
    }

    /** Whether the store answers and hands out slices. */
    public boolean isOpen() {
        return outage.isOpen();
    }

    /** Whether the store handed out slices since this process began. */
    public boolean hasJoined() {
        return outage.wasOpen();
    }

    @Override
    public void wanted(Slice slice) {
        CounterState state = states.get(slice);
        if (state != null && state.queued.compareAndSet(false, true)) {
            thread.execute(() -> {
                state.queued.set(false);
                ask(state);
            });
        }
    }

    @Override
    public void granted(Slice slice) {
        CounterState state = states.computeIfAbsent(slice, CounterState::new);
        thread.execute(() -> {
            state.putPending = outage.wasOpen();
            if (session != null && outage.wasOpen()) {
                say(state, CounterCalls.Grant.PUT);
            }
        });
    }

    @Override
    public void dropped(Slice slice) {
        CounterState state = states.get(slice);
        if (state != null) {
            thread.execute(() -> giveUp(state, CounterCalls.Grant.DROP));
        }
    }

    @Override
    public void ended(Slice slice) {
        CounterState state = states.remove(slice);
        if (state != null) {
            thread.execute(() -> giveUp(state, CounterCalls.Grant.END));
        }
    }

    /** A sandbox or lease has ended here: all gateways are told. */
    public void tellEnd(String id) {
        thread.execute(() -> ends.tell(session, id));
    }

    private void giveUp(CounterState state, CounterCalls.Grant mode) {
        giveBack(state, true);
        StoreSession now = session;
        if (now != null) {
            var _ = calls.grant(now, state, mode, BigDecimal.ZERO);
            state.saidIn = 0;
        }
    }

    /** Says what the lease names, after those above it. */
    private void say(CounterState state, CounterCalls.Grant mode) {
        StoreSession now = session;
        if (now == null) {
            return;
        }
        Slice above = state.slice.above();
        CounterState parent = above == null ? null : states.get(above);
        if (parent != null && parent.saidIn != asserted) {
            say(parent, CounterCalls.Grant.ASSERT);
        }
        Map<Slice, BigDecimal> held = state.everSaid ? CounterState.held(states.values()) : Map.of();
        say(now, state, mode, held);
    }

    /** Repeats what was charged, too: what is spent meanwhile counts twice, not never. */
    private void say(StoreSession to, CounterState state, CounterCalls.Grant mode, Map<Slice, BigDecimal> held) {
        BigDecimal charged = held.getOrDefault(state.slice, BigDecimal.ZERO).add(state.slice.spent());
        boolean isKnown = state.everSaid && mode == CounterCalls.Grant.PUT;
        var _ = calls.grant(
                to, state, state.putPending ? CounterCalls.Grant.PUT : mode, isKnown ? BigDecimal.ZERO : charged);
        state.saidIn = asserted;
        state.everSaid = true;
        state.putPending = false;
    }

    private void ask(CounterState state) {
        StoreSession now = session;
        BigDecimal demand = state.slice.demand();
        if (demand.signum() > 0 && state.waitsSince == 0) {
            state.waitsSince = nanoClock.getAsLong() | 1;
        }
        if (state.inFlight || now == null || !open) {
            state.again = true;
            return;
        }
        if (state.saidIn != asserted) {
            say(state, CounterCalls.Grant.ASSERT);
        }
        long need = state.units.up(demand.subtract(state.slice.held().max(BigDecimal.ZERO)));
        boolean ahead = demand.signum() > 0 || state.slice.wantsMore();
        state.again = false;
        state.inFlight = true;
        calls.take(now, state, need, ahead)
                .whenCompleteAsync((answer, fault) -> answered(state, now, answer, fault), thread);
    }

    private void answered(
            CounterState state, StoreSession from, @Nullable List<Object> answer, @Nullable Throwable fault) {
        state.inFlight = false;
        if (answer == null) {
            LOG.debug("a call of the store failed", fault);
            membership.drop(from); // what it did is learnt from the next process that answers
            return;
        }
        switch (answer.getFirst().toString()) {
            case "ok" -> received(state, answer);
            case "unknown" -> state.saidIn = 0;
            case "closed" -> {
                open = false;
                membership.look();
            }
            default -> state.slice.unavailable();
        }
        if (state.again || state.slice.demand().signum() > 0) {
            ask(state);
        }
    }

    private void received(CounterState state, List<Object> answer) {
        long out = Long.parseLong(answer.get(1).toString());
        BigDecimal amount = state.units.amount(out - state.out);
        state.out = out;
        state.waitsSince = 0;
        BigDecimal low = settings.slice() == 0 ? BigDecimal.ZERO : amount.movePointLeft(1);
        state.slice.received(
                amount, state.units.amount(Long.parseLong(answer.get(2).toString())), low);
        if (state.slice.demand().signum() > 0) {
            state.waitsSince = nanoClock.getAsLong() | 1;
        }
    }

    private void beaten(StoreSession from, Heartbeat heartbeat) {
        if (!from.equals(session)) {
            return;
        }
        boolean was = outage.isOpen();
        open = heartbeat.isOpen();
        ends.catchUp(from, heartbeat.ends());
        if (!was && open) {
            ends.retell(from);
        }
        judge();
        if (open) {
            states.values().stream().filter(state -> state.again).forEach(this::ask);
        }
    }

    private void sayAll() {
        asserted++;
        var all = new ArrayList<>(states.values());
        all.sort(Comparator.comparingInt(state -> state.chain().size()));
        Map<Slice, BigDecimal> held = CounterState.held(all);
        StoreSession now = session;
        if (now != null) {
            all.forEach(state -> say(now, state, CounterCalls.Grant.ASSERT, held));
        }
    }

    private void judge() {
        outage.judge(open);
    }

    private void tickSafely() {
        try {
            tick();
        } catch (RuntimeException e) {
            LOG.error("shared counters were not looked at", e);
        }
    }

    private void tick() {
        ticks++;
        judge();
        long now = nanoClock.getAsLong();
        boolean second = ticks % (int) (1_000 / TICK_MILLIS) == 0;
        for (CounterState state : states.values()) {
            if (state.waitsSince != 0
                    && now - state.waitsSince > settings.timeout().toNanos()) {
                state.waitsSince = 0;
                state.slice.unavailable();
            }
            if (second) {
                lookAt(state);
            }
        }
    }

    /** Once a second: what is idle goes back, and what others have changed is read where somebody asks. */
    private void lookAt(CounterState state) {
        boolean idle = !state.slice.wasUsed() && state.slice.demand().signum() == 0;
        state.idleSeconds = idle ? state.idleSeconds + 1 : 0;
        if (state.slice.held().signum() > 0 && state.idleSeconds > (settings.slice() == 0 ? 0 : IDLE_SECONDS)) {
            giveBack(state, false);
        } else if (state.slice.wasAsked() && state.slice.isUncertain()) {
            ask(state);
        }
    }

    private void giveBack(CounterState state, boolean always) {
        if (!always && (state.inFlight || session == null || !open)) {
            return;
        }
        long units = state.units.down(state.slice.held());
        long out = units == 0 ? 0 : state.units.down(state.slice.takeOut(state.units.amount(units)));
        state.back += out;
        StoreSession now = session;
        if (now == null || (out == 0 && !always)) {
            return;
        }
        state.inFlight = true;
        calls.take(now, state, 0, false)
                .whenCompleteAsync((answer, fault) -> answered(state, now, answer, fault), thread);
    }

    /** Gives back what is held; the store has it once the membership is closed. */
    @Override
    public void close() {
        try {
            thread.submit(this::leave).get(1, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("what this gateway held of shared counters counts as spent", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        abandon();
    }

    /** Ends as a process does that is killed: what it holds counts as spent. */
    void abandon() {
        thread.execute(() -> {
            outage.end();
            states.values().forEach(state -> state.slice.unavailable());
        });
        thread.shutdown();
    }

    private void leave() {
        states.values().forEach(state -> giveBack(state, true));
    }
}

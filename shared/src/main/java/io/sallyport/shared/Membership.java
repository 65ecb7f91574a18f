package io.sallyport.shared;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This gateway among those that share a store: one connection and one sign of life, for all that it shares. A store
 * that may have lost something waits until each gateway has said all that it knows. Methods for any thread return at
 * once, but for {@link #close}.
 */
public final class Membership implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
    private static final long TICK_MILLIS = 100;
    /** Ticks between two signs of life, and before something is said again, unless the store waits. */
    private static final int BEAT_TICKS = 5;

    private final SharedSettings settings;
    private final RollCall roll;
    private final List<Entry> entries = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService thread = new ScheduledThreadPoolExecutor(
            1,
            Thread.ofPlatform().name("shared-membership").daemon().factory(),
            new ThreadPoolExecutor.DiscardPolicy()); // what is told after the end matters to nobody
    private volatile @Nullable StoreLink link;
    private volatile @Nullable StoreSession session; // written by the thread, to which the rest is confined
    private long round; // in which all is said to the store; a later one begins anew
    private boolean saying;
    private boolean beating;
    private boolean leaving;
    private int ticks;

    /** Something that is shared, which is told on its own executor. */
    interface Part {
        void connected(StoreSession opened);

        void disconnected();

        void heard(String channel, String message);

        /** Says to the store all that is known here; completes once it is sent, and fails where it is not. */
        CompletionStage<?> say(StoreSession to);

        void beaten(StoreSession from, Heartbeat heartbeat);
    }

    private record Entry(Part part, List<String> channels, Executor executor) {}

    public Membership(SharedSettings settings, GatewayState gateway) {
        this.settings = settings;
        this.roll = new RollCall(gateway.id(), settings.recoveryWait());
    }

    SharedSettings settings() {
        return settings;
    }

    /** To be called before {@link #start}. */
    void add(Part part, List<String> channels, Executor executor) {
        entries.add(new Entry(part, channels, executor));
    }

    /** Connects, now and whenever the connection ends, once all that is shared has started. */
    public void start() {
        var channels =
                entries.stream().flatMap(entry -> entry.channels().stream()).toList();
        var opened = new StoreLink(settings, thread, channels, new StoreLink.Listener() {
            @Override
            public void connected(StoreSession opened) {
                session = opened;
                entries.forEach(
                        entry -> entry.executor().execute(() -> entry.part().connected(opened)));
                beat();
            }

            @Override
            public void disconnected() {
                session = null;
                begin();
                roll.lost();
                entries.forEach(entry -> entry.executor().execute(entry.part()::disconnected));
            }

            @Override
            public void heard(String channel, String message) {
                entries.stream()
                        .filter(entry -> entry.channels().contains(channel))
                        .forEach(entry ->
                                entry.executor().execute(() -> entry.part().heard(channel, message)));
            }
        });
        link = opened;
        thread.execute(opened::start);
        var _ = thread.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Ends that connection, as its process does not answer or is none that counts. */
    void drop(StoreSession ended) {
        StoreLink known = link;
        if (known != null) {
            thread.execute(() -> known.drop(ended));
        }
    }

    /** Asks at once whether the store is open. */
    void look() {
        thread.execute(this::beat);
    }

    private void tick() {
        ticks++;
        if (!roll.isOpen() || ticks % BEAT_TICKS == 0) {
            beat();
        }
    }

    private void beat() {
        StoreSession now = session;
        if (now == null || beating || leaving) {
            return;
        }
        beating = true;
        now.run(Script.BEAT, List.of(state(settings), gateways(settings)), roll.arguments(now.run()))
                .whenCompleteAsync((answer, fault) -> beaten(now, answer, fault), thread);
    }

    /** The key of what is told of the store itself. */
    static String state(SharedSettings settings) {
        return settings.prefix() + ":state";
    }

    /** The key of the gateways that there are. */
    static String gateways(SharedSettings settings) {
        return settings.prefix() + ":gateways";
    }

    private void beaten(StoreSession from, @Nullable List<Object> answer, @Nullable Throwable fault) {
        beating = false;
        StoreLink known = link;
        if (answer == null) {
            LOG.debug("a sign of life was not answered", fault);
            if (known != null) {
                known.drop(from);
            }
            return;
        }
        if (!from.equals(session)) {
            return;
        }
        boolean was = roll.isOpen();
        Heartbeat heartbeat = roll.heard(answer);
        if (was && !heartbeat.isOpen()) {
            begin();
        }
        if (!roll.hasSaid(from.run()) && !saying) {
            say(from);
        }
        entries.forEach(entry -> entry.executor().execute(() -> entry.part().beaten(from, heartbeat)));
    }

    private void begin() {
        round++;
        saying = false;
    }

    private void say(StoreSession to) {
        saying = true;
        long now = round;
        var all = entries.stream()
                .map(entry -> CompletableFuture.supplyAsync(() -> entry.part().say(to), entry.executor())
                        .thenCompose(said -> said))
                .toArray(CompletableFuture<?>[]::new);
        var _ = CompletableFuture.allOf(all).whenCompleteAsync((_, fault) -> said(to, now, fault), thread);
    }

    private void said(StoreSession to, long when, @Nullable Throwable fault) {
        if (when != round) {
            return;
        }
        if (fault == null) {
            saying = false;
            roll.said(to.run());
            beat();
        } else {
            LOG.warn("the store does not know yet what this gateway knows", fault);
            var _ = thread.schedule(() -> again(when), BEAT_TICKS * TICK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void again(long when) {
        saying &= when != round;
    }

    /** Says that this gateway ends, once all that is shared is closed; waits as long as a call may take. */
    @Override
    public void close() {
        StoreSession last = session;
        try {
            thread.submit(() -> leaving = true).get(1, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("the connection to the store is still used", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        if (last != null) {
            last.leave(state(settings), gateways(settings), roll.gateway(), settings.timeout());
        }
        abandon();
    }

    /** Ends as a process does that is killed. */
    void abandon() {
        thread.execute(() -> {
            leaving = true;
            StoreLink known = link;
            if (known != null) {
                known.close();
            }
        });
        thread.shutdown();
    }
}

package io.sallyport.proxy.intercept;

import io.sallyport.model.ReasonCode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signs leaves and makes contexts on threads of its own: each once, however many ask, and within the share of each
 * sandbox. Safe for concurrent use.
 */
final class LeafIssuer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeafIssuer.class);
    private static final int THREADS = 2;
    private static final Minted REVOKED = new Minted.Refused(ReasonCode.LEASE_REVOKED, "the sandbox was taken away");

    private final SandboxCas cas;
    private final ContextCache contexts;
    private final LeafCache leaves;
    private final InstantSource clock;
    private final SigningShares shares;
    private final Map<LeafName, CompletableFuture<Minted>> underWay = new ConcurrentHashMap<>();
    private final LongAdder minted = new LongAdder();
    private final ThreadPoolExecutor threads;

    LeafIssuer(
            SandboxCas cas,
            ContextCache contexts,
            LeafCache leaves,
            SigningShares shares,
            int maxQueued,
            InstantSource clock) {
        this.cas = cas;
        this.contexts = contexts;
        this.leaves = leaves;
        this.shares = shares;
        this.clock = clock;
        this.threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(maxQueued),
                Thread.ofPlatform().daemon().name("minting-", 0).factory(),
                LeafIssuer::refuse);
    }

    /** What came of one question. */
    sealed interface Minted {
        record Done(CaContext context, LeafCertificate leaf) implements Minted {}

        record Refused(ReasonCode reason, String detail) implements Minted {}
    }

    /** {@code then} is called once, on any thread, perhaps before this returns. */
    void ask(LeafName name, Consumer<Minted> then) {
        SigningShares.Share share = shares.of(name.ca().sandbox());
        if (!share.enter()) {
            then.accept(new Minted.Refused(
                    ReasonCode.RATE_LIMITED, "too many connections of the sandbox wait for a certificate"));
            return;
        }
        var _ = join(name, share).thenAccept(minted -> {
            share.leave();
            then.accept(minted);
        });
    }

    private CompletableFuture<Minted> join(LeafName name, SigningShares.Share share) {
        var mine = new CompletableFuture<Minted>();
        CompletableFuture<Minted> first = underWay.putIfAbsent(name, mine);
        if (first == null) {
            threads.execute(new Mint(name, share, mine));
            return mine;
        }
        return first;
    }

    /** Returns how many leaves were signed since the start. */
    long minted() {
        return minted.sum();
    }

    /** Lets what is being signed end, and refuses the rest. */
    @Override
    public void close() {
        threads.shutdownNow().forEach(task -> refuse(task, threads));
        try {
            if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                LOG.warn("a leaf is still being signed");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void refuse(Runnable task, ThreadPoolExecutor threads) {
        if (task instanceof Mint mint) {
            mint.end(
                    threads.isShutdown()
                            ? new Minted.Refused(ReasonCode.SHUTTING_DOWN, "the gateway is shutting down")
                            : new Minted.Refused(ReasonCode.INTERNAL_ERROR, "too many certificates wait to be signed"));
        }
    }

    /** One leaf on its way. */
    private final class Mint implements Runnable {
        private final LeafName name;
        private final SigningShares.Share share;
        private final CompletableFuture<Minted> answer;

        Mint(LeafName name, SigningShares.Share share, CompletableFuture<Minted> answer) {
            this.name = name;
            this.share = share;
            this.answer = answer;
        }

        @Override
        public void run() {
            Minted minted = new Minted.Refused(ReasonCode.INTERNAL_ERROR, "no certificate could be made");
            try {
                minted = mint();
            } catch (RuntimeException e) {
                LOG.error("no leaf of {} for {}", name.ca(), name.name(), e);
            } finally {
                end(minted);
            }
        }

        /** Remembered before it is no longer under way, so that nobody asks in between. */
        void end(Minted minted) {
            underWay.remove(name, answer);
            answer.complete(minted);
        }

        private Minted mint() {
            Instant now = clock.instant();
            if (!name.ca().isValidAt(now)) {
                return new Minted.Refused(
                        ReasonCode.INTERNAL_ERROR, "the sandbox's certificate authority is not valid at this time");
            }
            LeafCertificate leaf = leaves.find(name);
            if (leaf == null) {
                if (!share.takeSignature()) {
                    return new Minted.Refused(
                            ReasonCode.TOO_MANY_NEW_NAMES, "the sandbox asks for too many certificates");
                }
                leaf = name.ca().leaf(name.name(), now);
                leaves.put(name, leaf);
                minted.increment();
            }
            return checked(new Minted.Done(contexts.of(name.ca()), leaf));
        }

        /** Whoever deletes a sandbox takes its CA away before it forgets what was made: one of the two finds this. */
        private Minted checked(Minted.Done done) {
            SandboxCa ca = name.ca();
            if (cas.find(ca.sandbox()) == ca) {
                return done;
            }
            leaves.forget(ca.sandbox());
            contexts.forget(ca.sandbox());
            return REVOKED;
        }
    }
}

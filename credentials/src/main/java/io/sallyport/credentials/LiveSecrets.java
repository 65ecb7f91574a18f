package io.sallyport.credentials;

import io.sallyport.model.text.Parsed;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * All sources of a gateway. Reads those that are due on virtual threads, within {@link SecretBounds}. Safe for
 * concurrent use. {@link #close} overwrites all values.
 */
public final class LiveSecrets implements AutoCloseable {
    /** How long {@link #close} waits. */
    public static final Duration MAX_CLOSING = Duration.ofSeconds(2);

    private final Map<String, LiveSecret> secrets;
    private final int maxFetches;
    private final Semaphore fetches;
    private final Set<Thread> fetching = ConcurrentHashMap.newKeySet();
    private final SecretMemory memory;
    private final CountDownLatch closed = new CountDownLatch(1);

    private LiveSecrets(Map<String, LiveSecret> secrets, SecretMemory memory, int maxFetches) {
        this.secrets = Map.copyOf(secrets);
        this.memory = memory;
        this.maxFetches = maxFetches;
        this.fetches = new Semaphore(maxFetches);
    }

    /**
     * Creates the sources of {@code plans}, and reads none yet.
     *
     * @param random spreads the times of reads
     */
    public static Parsed<LiveSecrets> of(
            List<SecretPlan> plans, SecretBounds bounds, SourceContext context, RandomGenerator random) {
        if (plans.size() > bounds.maxSources()) {
            return new Parsed.Rejected<>("there are more than " + bounds.maxSources() + " sources of secrets");
        }
        var memory = new SecretMemory(bounds.maxBytes());
        Map<String, LiveSecret> secrets = new LinkedHashMap<>();
        for (SecretPlan plan : plans) {
            if (secrets.putIfAbsent(plan.name(), new LiveSecret(plan, context, memory, random)) != null) {
                return new Parsed.Rejected<>("two sources of secrets have the name " + plan.name());
            }
        }
        return new Parsed.Accepted<>(new LiveSecrets(secrets, memory, bounds.maxFetches()));
    }

    /** Returns the secret of that name, or null. */
    public @Nullable LiveSecret find(String name) {
        return secrets.get(name);
    }

    /** Returns the bytes of all values in use. */
    public long usedBytes() {
        return memory.used();
    }

    /** Looks for sources that are due, at once and every {@code period}, until this is closed. */
    public void start(Duration period) {
        Thread.ofVirtual().name("secrets-refresh").start(() -> {
            try {
                do {
                    refreshDue();
                } while (!closed.await(period.toNanos(), TimeUnit.NANOSECONDS));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Begins to read the sources that are due, and overwrites values that are past their end. Does not block. */
    public void refreshDue() {
        for (LiveSecret secret : secrets.values()) {
            secret.dropIfOver();
            if (closed.getCount() == 0 || !fetches.tryAcquire()) {
                continue;
            }
            if (secret.own()) {
                begin(secret);
            } else {
                fetches.release();
            }
        }
    }

    /** Returns whether no source is being read. */
    boolean isIdle() {
        return fetching.isEmpty();
    }

    private void begin(LiveSecret secret) {
        Thread thread = Thread.ofVirtual().name("secret-fetch").unstarted(() -> {
            try {
                secret.refresh();
            } finally {
                fetching.remove(Thread.currentThread());
                fetches.release();
            }
            refreshDue(); // another one may have waited for the permit
        });
        fetching.add(thread);
        thread.start();
    }

    /**
     * Overwrites all values that no request uses, and the others after their use. Waits for reads that run, for they
     * may be replacing a refresh token, but no longer than {@link #MAX_CLOSING}; then interrupts them.
     */
    @Override
    public void close() {
        close(MAX_CLOSING);
    }

    void close(Duration longest) {
        closed.countDown();
        try {
            if (fetches.tryAcquire(maxFetches, longest.toNanos(), TimeUnit.NANOSECONDS)) {
                fetches.release(maxFetches);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        fetching.forEach(Thread::interrupt);
        secrets.values().forEach(LiveSecret::close);
    }
}

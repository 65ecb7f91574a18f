package io.sallyport.gateway.credentials;

import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.decision.secrets.FindingSettings;
import io.sallyport.decision.secrets.RequestSearch;
import io.sallyport.findings.SoughtValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The search for secrets in what leaves, which looks for the secrets of providers too: for those in force, within a
 * second after they change. Its scanners are made on a thread of its own. Safe for concurrent use.
 */
public final class SearchedSecrets implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SearchedSecrets.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Providers providers;
    private final List<SoughtValue> others;
    private final FindingSettings settings;
    private final CompletableFuture<RequestSearch> made = new CompletableFuture<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    private SearchedSecrets(Providers providers, List<SoughtValue> others, FindingSettings settings) {
        this.providers = providers;
        this.others = List.copyOf(others);
        this.settings = settings;
    }

    /**
     * Begins to make the search.
     *
     * @param others what it looks for beside the secrets of providers and the forms of tokens
     * @param settings how many encodings it undoes, and what is done about what it finds
     */
    public static SearchedSecrets start(Providers providers, List<SoughtValue> others, FindingSettings settings) {
        var searched = new SearchedSecrets(providers, others, settings);
        Thread.ofPlatform().daemon().name("secret-search").start(searched::run);
        return searched;
    }

    /** Returns the search, and what is done about what it finds; waits until it is made. */
    public FindingPolicy policy() {
        return new FindingPolicy(settings.mode(), settings.bodies(), made.join());
    }

    private void run() {
        try {
            Map<String, Long> revisions = providers.revisions();
            var search = new RequestSearch(values(), settings.depth());
            RequestSearch.forms(); // made here, so that no event loop has to
            made.complete(search);
            while (!providers.all().isEmpty() && !closed.await(PERIOD.toNanos(), TimeUnit.NANOSECONDS)) {
                revisions = follow(search, revisions);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            made.completeExceptionally(e);
            throw e;
        }
    }

    private Map<String, Long> follow(RequestSearch search, Map<String, Long> known) {
        Map<String, Long> now = providers.revisions();
        if (now.equals(known)) {
            return known;
        }
        try {
            search.lookFor(values());
            return now;
        } catch (IllegalArgumentException | IllegalStateException e) {
            LOG.error("secrets of providers have changed, and only those before are looked for in what leaves", e);
            return known; // tried again
        }
    }

    private List<SoughtValue> values() {
        List<SoughtValue> all = new ArrayList<>(others);
        all.addAll(providers.sought());
        return all;
    }

    /** Ends the thread. What was made goes on to search. */
    @Override
    public void close() {
        closed.countDown();
    }
}

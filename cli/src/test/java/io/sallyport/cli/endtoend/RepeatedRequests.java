package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Requests of curl, each on a new connection, one after the other until this is closed. */
final class RepeatedRequests implements AutoCloseable {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int MORE = 20;

    private final Path folder;
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    private final Semaphore answered = new Semaphore(0);
    private final AtomicBoolean enough = new AtomicBoolean();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** @param folder where curl runs */
    RepeatedRequests(Path folder) {
        this.folder = folder;
    }

    /** Begins to ask. */
    void ask(String url, String proxy, String expected, String... more) {
        var curl = new ArrayList<>(List.of("curl", "-sS", "-m", "90", "-o", "/dev/null", "-w", "%{http_code}", url));
        curl.addAll(List.of(more));
        threads.execute(() -> {
            while (!enough.get()) {
                Client.Ended ended = Client.run(folder, Map.of("http_proxy", proxy), SOON, curl);
                if (!ended.out().matches(expected)) {
                    wrong.add(url + ": " + ended.out() + " " + ended.err());
                }
                answered.release();
            }
        });
    }

    /** Waits until some were answered that began after others had ended. */
    void someMore() throws InterruptedException {
        answered.drainPermits();
        assertThat(answered.tryAcquire(MORE, SOON.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }

    /** Returns those that had another answer than was expected. */
    List<String> wrong() {
        return List.copyOf(wrong);
    }

    @Override
    public void close() {
        enough.set(true);
        threads.close();
    }
}

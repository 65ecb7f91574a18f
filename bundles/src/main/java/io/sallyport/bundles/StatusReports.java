package io.sallyport.bundles;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.bundles.ServiceAnswer.Answered;
import io.sallyport.bundles.ServiceAnswer.Failed;
import io.sallyport.egress.http.HttpAnswer;
import io.sallyport.egress.http.WakeSignal;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts the status of the bundle (OPA 1.22, "Status Service API") after each request for one, and at least each {@link
 * #PERIOD}, on a thread of its own. A report that fails is not sent again: the next one tells more. Safe for concurrent
 * use.
 */
public final class StatusReports implements AutoCloseable {
    /** The longest time between two reports. */
    static final Duration PERIOD = Duration.ofSeconds(60);

    /** The shortest time between two reports. */
    private static final Duration LEAST_BETWEEN = Duration.ofSeconds(1);

    private static final Duration END = Duration.ofSeconds(5);
    private static final int MAX_ANSWER_BYTES = 64 << 10;
    private static final Logger LOG = LoggerFactory.getLogger(StatusReports.class);

    private final StatusSettings settings;
    private final ServiceExchange exchange;
    private final Supplier<BundleStatus> bundle;
    private final Supplier<Optional<BundleStatus>> discovery;
    private final WakeSignal signal = new WakeSignal();
    private final AtomicLong failures = new AtomicLong();
    private final Thread thread;
    private volatile @Nullable String failure;

    private StatusReports(
            StatusSettings settings,
            ServiceExchange exchange,
            Supplier<BundleStatus> bundle,
            Supplier<Optional<BundleStatus>> discovery) {
        this.settings = settings;
        this.exchange = exchange;
        this.bundle = bundle;
        this.discovery = discovery;
        this.thread = Thread.ofPlatform().daemon().name("bundle-status").unstarted(this::run);
    }

    /**
     * Begins to report, first when {@link #changed} is called.
     *
     * @param discovery of the bundle that named the other one, if one did
     */
    public static StatusReports start(
            StatusSettings settings,
            ServiceNetwork network,
            Supplier<BundleStatus> bundle,
            Supplier<Optional<BundleStatus>> discovery) {
        var exchange = new ServiceExchange(settings.service(), network);
        var reports = new StatusReports(settings, exchange, bundle, discovery);
        reports.thread.start();
        return reports;
    }

    /** Something changed: a report is due. Returns at once. */
    public void changed() {
        signal.wake();
    }

    /** Returns why the last report did not arrive; null if it did. */
    public @Nullable String failure() {
        return failure;
    }

    /** Returns how many reports did not arrive. */
    public long failures() {
        return failures.get();
    }

    private void run() {
        try {
            while (!signal.isClosed()) {
                signal.await(PERIOD);
                if (!signal.isClosed()) {
                    report();
                    Thread.sleep(LEAST_BETWEEN);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed while it waited
        }
    }

    private void report() {
        byte[] body = RegoJson.write(json()).getBytes(UTF_8);
        String why =
                switch (exchange.post(settings.url(), body, settings.service().headerTimeout(), MAX_ANSWER_BYTES)) {
                    case Failed(String reason) -> reason;
                    case Answered(HttpAnswer answer) ->
                        answer.status() / 100 == 2
                                ? null
                                : settings.service().name() + " answered with status " + answer.status();
                };
        if (why != null) {
            failures.incrementAndGet();
            if (!why.equals(failure)) {
                LOG.warn("status of bundles was not reported: {}", why);
            }
        }
        failure = why;
    }

    private RegoObject json() {
        EntryObject labels = RegoObject.growing();
        new TreeMap<>(settings.labels()).forEach((name, value) -> labels.put(name, RegoString.of(value)));
        BundleStatus now = bundle.get();
        EntryObject json = RegoObject.growing()
                .put("labels", labels.sealed())
                .put("bundles", RegoObject.growing().put(now.name(), now.json()).sealed());
        discovery.get().ifPresent(status -> json.put("discovery", status.json()));
        return json.sealed();
    }

    @Override
    public void close() {
        signal.close();
        thread.interrupt();
        try {
            thread.join(END);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}

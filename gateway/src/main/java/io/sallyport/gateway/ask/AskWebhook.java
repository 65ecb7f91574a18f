package io.sallyport.gateway.ask;

import io.sallyport.admin.ask.AskDocuments;
import io.sallyport.auditexport.sink.RecordReceiver;
import io.sallyport.auditexport.sink.SinkDelivery;
import io.sallyport.decision.ask.HeldRequest;
import io.sallyport.decision.ask.HeldRequests;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a receiver of each request that begins to wait, on a thread of its own. What it has not been told when the
 * request ends, it is never told, so no more is kept than may wait. Counts as somebody who may answer. Safe for
 * concurrent use; the caller of {@link #start} closes it.
 */
public final class AskWebhook implements HeldRequests.Watcher, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AskWebhook.class);
    private static final int LONGEST_PAUSE_FACTOR = 16;

    private final HeldRequests asks;
    private final RecordReceiver receiver;
    private final Duration firstPause;
    private final Map<String, HeldRequest> untold = new LinkedHashMap<>(); // guarded by itself
    private final Thread thread;

    private AskWebhook(HeldRequests asks, RecordReceiver receiver, Duration firstPause) {
        this.asks = asks;
        this.receiver = receiver;
        this.firstPause = firstPause;
        thread = Thread.ofVirtual().name("ask-webhook").unstarted(this::run);
    }

    /**
     * Begins to tell.
     *
     * @param receiver closed with it
     * @param firstPause between two attempts; it doubles with each that fails, up to sixteen times as long
     */
    public static AskWebhook start(HeldRequests asks, RecordReceiver receiver, Duration firstPause) {
        var webhook = new AskWebhook(asks, receiver, firstPause);
        asks.watch(webhook);
        webhook.thread.start();
        return webhook;
    }

    @Override
    public void opened(HeldRequest request) {
        synchronized (untold) {
            untold.put(request.id(), request);
            untold.notifyAll();
        }
    }

    @Override
    public void ended(HeldRequest request) {
        synchronized (untold) {
            untold.remove(request.id());
        }
    }

    private void run() {
        int factor = 1;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                List<HeldRequest> batch = next();
                if (isSettled(batch, factor == 1)) {
                    batch.forEach(this::ended);
                    factor = 1;
                } else {
                    Thread.sleep(firstPause.multipliedBy(factor));
                    factor = Math.min(2 * factor, LONGEST_PAUSE_FACTOR);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until something is to be told. */
    private List<HeldRequest> next() throws InterruptedException {
        synchronized (untold) {
            while (untold.isEmpty()) {
                untold.wait();
            }
            return List.copyOf(untold.values());
        }
    }

    /** Returns whether the batch need not be sent again. */
    private boolean isSettled(List<HeldRequest> batch, boolean isFirst) {
        List<byte[]> lines = batch.stream()
                .map(request -> AskDocuments.event("opened", request).getBytes(StandardCharsets.UTF_8))
                .toList();
        return switch (receiver.send(lines)) {
            case SinkDelivery.Delivered() -> true;
            case SinkDelivery.Unacceptable(String why) -> {
                LOG.warn("ask.webhook: requests that wait are not told: {}", why);
                yield true;
            }
            case SinkDelivery.Failed(String why) -> {
                if (isFirst) {
                    LOG.warn("ask.webhook: {}; it is tried again", why);
                }
                yield false;
            }
        };
    }

    @Override
    public void close() {
        asks.leave(this);
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        receiver.close();
    }
}

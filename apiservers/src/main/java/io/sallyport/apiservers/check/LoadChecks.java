package io.sallyport.apiservers.check;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What one caller can do to the others. */
record LoadChecks(CheckedProcess trial, Duration recovery, ServerPolling waiting, Consumer<ClauseResult> findings) {
    private static final int STALLED = 200;
    private static final int FLOODERS = 8;
    private static final int FLOOD_CALLS = 100; // of each
    private static final int OTHER_CALLS = 10;

    void run() throws IOException, InterruptedException {
        findings.accept(stalled());
        flood();
    }

    private ClauseResult stalled() throws IOException {
        List<RawConnection> still = new ArrayList<>();
        try {
            for (int one = 0; one < STALLED; one++) {
                still.add(RawConnection.to(trial.port()).say(one % 2 == 0 ? "" : "POST / HTTP/1.1\r\nContent-Len"));
            }
            RawResponse health = trial.ask(RawRequest.get("/healthz"));
            RawResponse tools = trial.askWithToken(RawRequest.get("/tools.json"));
            return ClauseResult.of(
                    ContractClause.STALLED,
                    health.status() == 200 && tools.status() == 200,
                    "/healthz: " + health.told() + ", /tools.json: " + tools.told());
        } catch (IOException e) {
            return ClauseResult.fallsShort(
                    ContractClause.STALLED, "connection " + still.size() + ": " + e.getMessage());
        } finally {
            for (RawConnection wire : still) {
                wire.close();
            }
        }
    }

    private void flood() throws InterruptedException {
        var limited = new AtomicInteger();
        List<Thread> flooders = new ArrayList<>();
        for (int one = 0; one < FLOODERS; one++) {
            flooders.add(Thread.ofVirtual().start(() -> askWithoutEnd(limited)));
        }
        List<String> failed = new ArrayList<>();
        for (int call = 0; call < OTHER_CALLS; call++) {
            RawResponse reply = trial.askWithToken(RawRequest.get("/tools.json"));
            if (reply.status() != 200) {
                failed.add(reply.told());
            }
        }
        for (Thread flooder : flooders) {
            flooder.join();
        }
        findings.accept(ClauseResult.of(
                ContractClause.FLOOD_LIMITED,
                limited.get() > 0,
                "none of " + FLOODERS * FLOOD_CALLS + " calls was refused"));
        findings.accept(ClauseResult.of(ContractClause.FLOOD_HARMLESS, failed.isEmpty(), String.join(", ", failed)));
        boolean ends = waiting.until(
                recovery, () -> trial.ask(RawRequest.get("/healthz")).status() == 200);
        findings.accept(ClauseResult.of(ContractClause.FLOOD_ENDS, ends, "it still refuses"));
    }

    private void askWithoutEnd(AtomicInteger limited) {
        for (int call = 0; call < FLOOD_CALLS; call++) {
            try (RawConnection wire = RawConnection.to(trial.port())) {
                if (wire.say(RawRequest.get("/healthz").head())
                                .reply(trial.limit())
                                .status()
                        == 429) {
                    limited.incrementAndGet();
                }
            } catch (IOException _) {
                return; // full up: it takes no more connections, and that is seen by the calls with the token
            }
        }
    }
}

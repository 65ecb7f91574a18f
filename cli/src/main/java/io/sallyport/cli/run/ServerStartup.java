package io.sallyport.cli.run;

import io.sallyport.audit.AuditEvent;
import io.sallyport.cli.command.HumanUnits;
import io.sallyport.cli.command.ProgressLine;
import io.sallyport.cli.command.ProgressWait;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells how the API servers of a run come up: a line when one is started and one when it is healthy or has failed; on a
 * terminal a line that counts the time stands in place of the first. What is heard comes from the loop that watches servers,
 * which must not wait for standard error; it is told on the one thread that follows the start.
 */
final class ServerStartup {
    private static final String RULE = "api_server:";
    private static final String FAILED = "failed: ";

    /** Changes of servers that wait to be told; those of one sandbox are fewer. */
    private static final int MAX_HEARD = 256;

    private final PrintWriter err;
    private final boolean terminal;
    private final LongSupplier nanoClock;
    private final Queue<Change> heard = new LinkedBlockingQueue<>(MAX_HEARD);
    private final Map<String, Long> starting = new LinkedHashMap<>(); // since when; of who follows, as what is next
    private final Set<String> failed = new HashSet<>();

    /**
     * @param terminal whether a person watches, who is shown the time meanwhile
     * @param nanoClock elapsed time
     */
    ServerStartup(PrintWriter err, boolean terminal, LongSupplier nanoClock) {
        this.err = err;
        this.terminal = terminal;
        this.nanoClock = nanoClock;
    }

    /** @param state as records of servers have it */
    private record Change(String server, String state, long nanos) {}

    /** Takes what {@code record} says, where it is of a server. Returns at once, on any thread. */
    void hear(AuditEvent record) {
        String rule = record.facts().rule();
        String state = record.facts().detail();
        if (rule != null && state != null && rule.startsWith(RULE)) {
            var _ = heard.offer(new Change(rule.substring(RULE.length()), state, nanoClock.getAsLong()));
        }
    }

    /** What {@code start} comes to; all that was heard until then is told when it returns. */
    <T> T follow(Future<T> start) throws InterruptedException, ExecutionException {
        try (var progress = new ProgressLine(err, terminal, nanoClock)) {
            try {
                return ProgressWait.until(start, () -> {
                    tellHeard(progress);
                    showWaiting(progress);
                });
            } finally {
                tellHeard(progress);
            }
        }
    }

    private void tellHeard(ProgressLine progress) {
        for (Change next = heard.poll(); next != null; next = heard.poll()) {
            String said = said(next);
            if (said != null) {
                progress.clear();
                err.println("sallyport: API server " + next.server() + ": " + said);
                err.flush();
            }
        }
    }

    /** What a person is to know of it, or null. */
    private @Nullable String said(Change change) {
        if (change.state().equals("starting")) {
            starting.put(change.server(), change.nanos());
            return terminal ? null : "starting";
        }
        Long since = starting.remove(change.server());
        String after = since == null ? "" : " after " + HumanUnits.seconds(change.nanos() - since);
        if (change.state().equals("healthy")) {
            return "healthy" + after;
        }
        boolean isNews = change.state().startsWith(FAILED) && failed.add(change.server());
        return isNews ? "failed" + after + ": " + change.state().substring(FAILED.length()) : null;
    }

    private void showWaiting(ProgressLine progress) {
        starting.entrySet().stream().findFirst().ifPresent(first -> {
            String others = starting.size() == 1 ? "" : " and " + (starting.size() - 1) + " more";
            progress.show(() -> "waiting for API server " + first.getKey() + others + ", "
                    + HumanUnits.seconds(nanoClock.getAsLong() - first.getValue()));
        });
    }
}

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
 * Prints how the API servers of a run start: a line when one is started and one when it is healthy or has failed. On a
 * terminal, a line that counts the time replaces the first. Changes arrive from the loop that watches servers, which
 * must not block on standard error; they are printed by the thread that waits for the start.
 */
final class ServerStartup {
    private static final String RULE = "api_server:";
    private static final String FAILED = "failed: ";

    /** The maximum number of changes that wait to be printed; the servers of one sandbox have fewer. */
    private static final int MAX_HEARD = 256;

    private final PrintWriter err;
    private final boolean terminal;
    private final LongSupplier nanoClock;
    private final Queue<Change> heard = new LinkedBlockingQueue<>(MAX_HEARD);
    private final Map<String, Long> starting =
            new LinkedHashMap<>(); // start times; for the waiting thread only, as failed
    private final Set<String> failed = new HashSet<>();

    /**
     * @param terminal whether to show the elapsed time
     * @param nanoClock elapsed time
     */
    ServerStartup(PrintWriter err, boolean terminal, LongSupplier nanoClock) {
        this.err = err;
        this.terminal = terminal;
        this.nanoClock = nanoClock;
    }

    /** @param state as in the records of servers */
    private record Change(String server, String state, long nanos) {}

    /** Takes the change from {@code record} if it is about a server. Returns at once; safe on any thread. */
    void hear(AuditEvent record) {
        String rule = record.facts().rule();
        String state = record.facts().detail();
        if (rule != null && state != null && rule.startsWith(RULE)) {
            var _ = heard.offer(new Change(rule.substring(RULE.length()), state, nanoClock.getAsLong()));
        }
    }

    /** Waits for {@code start} and returns its result; everything heard until then has been printed on return. */
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

    /** Returns the line for people, or null. */
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

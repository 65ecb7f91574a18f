package io.sallyport.audit.rules;

import io.sallyport.audit.rules.RequestCounts.Place;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.Reported;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What the candidates of sandboxes would have decided otherwise, since each was put or the gateway started. Who begins
 * a candidate bounds how many there are. Safe for concurrent use; a request of a sandbox without a candidate takes no
 * lock and allocates nothing.
 */
public final class CandidateCounts {
    /** For each candidate and kind of difference: the number of hosts, methods and paths with a count of their own. */
    public static final int MAX_ROWS = 200;

    /** The chars of a path that are kept. */
    public static final int MAX_PATH_CHARS = 200;

    private final Map<String, Tally> tallies = new ConcurrentHashMap<>();

    /** The counts of one candidate. */
    private record Tally(
            long sinceMillis, LongAdder requests, RequestCounts allowed, RequestCounts refused, LongAdder notAsked) {
        private Tally(long sinceMillis) {
            this(sinceMillis, new LongAdder(), new RequestCounts(), new RequestCounts(), new LongAdder());
        }
    }

    /**
     * One request, as it was recorded.
     *
     * @param passed whether it was allowed
     * @param rule what decided it
     */
    public record Asked(
            String auditId,
            long timeMillis,
            boolean passed,
            Reported reported,
            @Nullable String host,
            @Nullable String method,
            @Nullable String path,
            @Nullable String rule) {
        private Place place() {
            return path == null || path.length() <= MAX_PATH_CHARS
                    ? new Place(host, method, path)
                    : new Place(host, method, path.substring(0, MAX_PATH_CHARS) + "...");
        }
    }

    /**
     * Begins to count for a new candidate of {@code sandbox}; what was counted for another is forgotten.
     *
     * @param nowMillis milliseconds since the epoch
     */
    public void begin(String sandbox, long nowMillis) {
        tallies.put(sandbox, new Tally(nowMillis));
    }

    /** Forgets what was counted for {@code sandbox}, which has no candidate any more. */
    public void end(String sandbox) {
        tallies.remove(sandbox);
    }

    /** Returns whether requests of {@code sandbox} are counted. */
    public boolean isCounting(String sandbox) {
        return tallies.containsKey(sandbox);
    }

    /** Counts one request of {@code sandbox}, if that has a candidate. */
    public void count(String sandbox, Asked asked) {
        Tally tally = tallies.get(sandbox);
        if (tally == null) {
            return;
        }
        tally.requests.increment();
        count(tally, asked);
    }

    /** Counts what is said of a refused request after its record, which was counted. */
    public void countLater(String sandbox, Asked asked) {
        Tally tally = tallies.get(sandbox);
        if (tally != null) {
            count(tally, asked);
        }
    }

    private static void count(Tally tally, Asked asked) {
        if (asked.reported.wouldAllow()) {
            tally.allowed.add(asked.place(), asked.rule, asked.auditId, asked.timeMillis);
        }
        String refusing = refusing(asked.reported);
        if (asked.passed && refusing != null) {
            tally.refused.add(asked.place(), refusing, asked.auditId, asked.timeMillis);
        }
        if (asked.reported.notAsked()) {
            tally.notAsked.increment();
        }
    }

    private static @Nullable String refusing(Reported said) {
        for (DenyRule deny : said.denies()) {
            if (deny.rule().startsWith(Reported.SANDBOX_CANDIDATE)) {
                return deny.rule();
            }
        }
        return null;
    }

    /** Returns the counts of the candidate of {@code sandbox}; empty if none is counted for. */
    public Optional<CandidateReport> report(String sandbox) {
        return Optional.ofNullable(tallies.get(sandbox))
                .map(tally -> new CandidateReport(
                        tally.sinceMillis,
                        tally.requests.sum(),
                        tally.allowed.side(),
                        tally.refused.side(),
                        tally.notAsked.sum()));
    }
}

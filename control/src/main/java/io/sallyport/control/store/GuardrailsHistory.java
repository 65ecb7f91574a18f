package io.sallyport.control.store;

import io.sallyport.control.calls.ChangeOrigin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sets of guardrails that came into force last, in memory and in the store. Read by any thread; written by one at a
 * time.
 */
public final class GuardrailsHistory {
    /** Limit of the sets, that in force included. */
    public static final int MAX_SETS = 20;

    /** Limit of the texts of all sets, in chars. The set in force is kept whatever its size. */
    public static final long MAX_CHARS = 16 * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(GuardrailsHistory.class);

    private final Store store;
    private volatile List<PastGuardrails> sets = List.of();

    public GuardrailsHistory(Store store) {
        this.store = store;
    }

    /**
     * Reads the sets up to that in force. One of a later epoch was written, but never known to be in force: the state
     * names the set in force.
     */
    public void load(StoredGuardrails inForce) throws StateException {
        var read = new ArrayList<PastGuardrails>();
        for (PastGuardrails past : store.pastGuardrails()) {
            if (past.epoch() <= inForce.epoch()) {
                read.add(past);
            }
        }
        if (inForce.epoch() > 0 && read.stream().noneMatch(past -> past.epoch() == inForce.epoch())) {
            read.add(new PastGuardrails(inForce, 0, ChangeOrigin.UNKNOWN));
        }
        keep(read);
    }

    /** Adds the set that is now in force. */
    public void add(PastGuardrails next) {
        var all = new ArrayList<>(sets);
        all.removeIf(past -> past.epoch() == next.epoch());
        all.add(next);
        keep(all);
    }

    private void keep(List<PastGuardrails> all) {
        all.sort(Comparator.comparingLong(PastGuardrails::epoch).reversed());
        List<PastGuardrails> kept = bounded(all);
        sets = kept;
        try {
            store.retainPastGuardrails(kept.stream().map(PastGuardrails::epoch).collect(Collectors.toSet()));
        } catch (StateException e) {
            LOG.warn("guardrails that the history has no room for stay in the state: {}", e.getMessage());
        }
    }

    private static List<PastGuardrails> bounded(List<PastGuardrails> newestFirst) {
        List<PastGuardrails> kept = new ArrayList<>();
        long chars = 0;
        for (PastGuardrails past : newestFirst) {
            chars += past.chars();
            if (kept.size() == MAX_SETS || (!kept.isEmpty() && chars > MAX_CHARS)) {
                break;
            }
            kept.add(past);
        }
        return List.copyOf(kept);
    }

    public List<PastGuardrails> newestFirst() {
        return sets;
    }

    /** Returns the set of an epoch, or the newest with a digest; null if the history has none. */
    public @Nullable PastGuardrails find(String version) {
        for (PastGuardrails past : sets) {
            if (version.equals(Long.toString(past.epoch()))
                    || version.equals(past.set().digest())) {
                return past;
            }
        }
        return null;
    }
}

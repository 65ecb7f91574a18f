package io.sallyport.proxy.enforce.own;

import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.Diagnosis;
import io.sallyport.model.answer.Refusal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The last refusals of each sandbox, for itself to read. Safe for concurrent use; each ring guards itself. */
public final class RecentRefusals {
    /** Kept of each sandbox. */
    static final int KEPT = 20;

    private final ConcurrentMap<SandboxId, Ring> rings = new ConcurrentHashMap<>();

    /**
     * One refusal, or several in a row of one client that is set up wrongly, which counts them and keeps the last.
     *
     * @param timeMillis when its request was read
     */
    public record Entry(
            long timeMillis, Refusal refusal, @Nullable Diagnosis diagnosis, int count) {
        boolean repeats(Entry before) {
            return diagnosis != null
                    && diagnosis.equals(before.diagnosis)
                    && refusal.asked().equals(before.refusal.asked());
        }
    }

    public void note(SandboxId sandbox, Entry entry) {
        rings.computeIfAbsent(sandbox, _ -> new Ring()).add(entry);
    }

    /** Oldest first. */
    public List<Entry> of(SandboxId sandbox) {
        Ring ring = rings.get(sandbox);
        return ring == null ? List.of() : ring.entries();
    }

    /** Forgets a sandbox that is no more. */
    public void forget(SandboxId sandbox) {
        rings.remove(sandbox);
    }

    private static final class Ring {
        private final ArrayDeque<Entry> entries = new ArrayDeque<>(KEPT);

        synchronized void add(Entry entry) {
            Entry last = entries.peekLast();
            if (last != null && entry.repeats(last)) {
                entries.removeLast();
                entries.addLast(new Entry(entry.timeMillis, entry.refusal, entry.diagnosis, last.count + 1));
                return;
            }
            if (entries.size() == KEPT) {
                entries.removeFirst();
            }
            entries.addLast(entry);
        }

        synchronized List<Entry> entries() {
            return new ArrayList<>(entries);
        }
    }
}

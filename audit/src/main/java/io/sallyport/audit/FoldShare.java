package io.sallyport.audit;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.Diagnosis;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The refusals of one sandbox (or of all peers without an identity) in one window. Guarded by its own monitor, which is
 * held only for a few look-ups.
 */
final class FoldShare {
    /** The key by which refusals are counted together; {@code host} is null if hosts are counted together. */
    private record Alike(
            String kind,
            ReasonCode reason,
            @Nullable String host,
            @Nullable Diagnosis diagnosis) {}

    private final String name;
    private final FoldSettings settings;
    private final Map<Alike, Tally> tallies = new HashMap<>();
    private long windowStart;
    private int whole;
    private long wholeBytes;
    private boolean used;
    private boolean retired;

    FoldShare(String name, FoldSettings settings) {
        this.name = name;
        this.settings = settings;
    }

    String name() {
        return name;
    }

    /** The result of {@link #take}. */
    enum Taken {
        /** The record must be written. */
        WHOLE,
        /** The record was counted. */
        COUNTED,
        /** This share was removed meanwhile; the caller must get another. */
        RETIRED
    }

    /** Takes {@code record}; if {@code mayBeWhole} is false, it is counted and not written. */
    synchronized Taken take(AuditEvent record, long nowNanos, boolean mayBeWhole) {
        if (retired) {
            return Taken.RETIRED;
        }
        if (!used) {
            used = true;
            windowStart = nowNanos;
        }
        Tally tally = tallyOf(record);
        int size = RecordSize.of(record);
        if (mayBeWhole
                && tally.whole < settings.alikeWhole()
                && whole < settings.shareWhole()
                && wholeBytes + size <= settings.shareBytes()) {
            tally.whole++;
            whole++;
            wholeBytes += size;
            return Taken.WHOLE;
        }
        tally.count(record);
        return Taken.COUNTED;
    }

    private Tally tallyOf(AuditEvent record) {
        Diagnosis diagnosis = record.facts().diagnosis();
        var alike = new Alike(record.kind(), record.reason(), record.request().host(), diagnosis);
        Tally known = tallies.get(alike);
        if (known != null || record.request().host() == null || tallies.size() < settings.hostsPerShare()) {
            return known != null ? known : made(alike);
        }
        var anyHost = new Alike(record.kind(), record.reason(), null, diagnosis);
        Tally shared = tallies.get(anyHost);
        return shared != null ? shared : made(anyHost);
    }

    private Tally made(Alike alike) {
        var tally = new Tally(alike);
        tallies.put(alike, tally);
        return tally;
    }

    /**
     * Adds the counts to {@code to} if the window is over, or in any case if {@code atOnce}. Returns true if the share
     * is unused and can be removed.
     */
    synchronized boolean collect(long nowNanos, boolean atOnce, List<LogLine> to) {
        if (used && !atOnce && nowNanos - windowStart < settings.window().toNanos()) {
            return false;
        }
        retired = !used;
        tallies.values().forEach(tally -> tally.line(to));
        tallies.clear();
        whole = 0;
        wholeBytes = 0;
        used = false;
        return retired;
    }

    /** Refusals with the same key: how many were written, and the counted rest. Guarded by the share's monitor. */
    private static final class Tally {
        private final Alike alike;
        private int whole;
        private long counted;
        private @Nullable EventFacts first;
        private String lastId = "";
        private long lastMillis;

        private Tally(Alike alike) {
            this.alike = alike;
        }

        private void count(AuditEvent record) {
            if (first == null) {
                first = record.facts().withoutRequest();
            }
            counted++;
            lastId = record.auditId();
            lastMillis = record.facts().timeMillis();
        }

        private void line(List<LogLine> to) {
            if (first != null) {
                to.add(new LogLine.Folded(alike.kind, first, alike.host, counted, lastId, lastMillis));
            }
        }
    }
}

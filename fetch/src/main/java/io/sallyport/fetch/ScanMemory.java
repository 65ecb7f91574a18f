package io.sallyport.fetch;

import io.sallyport.fetch.scan.ScanReport;
import io.sallyport.fetch.tree.Sha256;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What scans found, by hash: the same content has the same findings. Bounded; safe for concurrent use. */
final class ScanMemory {
    private static final int MAX_REPORTS = 256;

    private final Map<Sha256, ScanReport> reports = new LinkedHashMap<>(16, 0.75f, true); // guarded by this

    synchronized @Nullable ScanReport find(Sha256 hash) {
        return reports.get(hash);
    }

    synchronized void remember(Sha256 hash, ScanReport report) {
        reports.put(hash, report);
        if (reports.size() > MAX_REPORTS) {
            reports.remove(reports.keySet().iterator().next());
        }
    }
}

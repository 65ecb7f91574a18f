package io.sallyport.fetch;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.fetch.scan.ScanReport;
import io.sallyport.fetch.scan.SkillScan;
import io.sallyport.fetch.share.ComputeThreads;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import java.io.IOException;

/**
 * Scans of skills, each on a thread of the system's. What was found is remembered by hash, since the same content has
 * the same findings. Safe for concurrent use; may block.
 */
final class SkillScans {
    private static final int MAX_REPORTS = 256;

    /** Scans at one time. */
    private static final int MAX_SCANS = 4;

    private static final int MAX_SCANS_EACH = 1;

    private final ComputeThreads threads =
            new ComputeThreads("scan", MAX_SCANS, MAX_SCANS_EACH, FetchRefusal::forgeFailed);
    private final Cache<Sha256, ScanReport> reports =
            Caffeine.newBuilder().maximumSize(MAX_REPORTS).build();

    /**
     * What stands in {@code skill}, as far as there is time to look.
     *
     * @param waits run before it waits for a place
     */
    ScanReport of(CachedSkill skill, SandboxId sandbox, FetchDeadline deadline, Runnable waits)
            throws RefusedException {
        ScanReport known = reports.getIfPresent(skill.sha256());
        return known == null ? scanned(skill, sandbox, deadline, waits) : known;
    }

    private ScanReport scanned(CachedSkill skill, SandboxId sandbox, FetchDeadline deadline, Runnable waits)
            throws RefusedException {
        try {
            return threads.run(sandbox, deadline, waits, () -> {
                // Whoever had the place before may have looked at the same.
                ScanReport known = reports.getIfPresent(skill.sha256());
                return known == null ? remembered(skill, look(skill, deadline)) : known;
            });
        } catch (IOException e) {
            throw new RefusedException(FetchRefusal.cacheUnusable(e.toString()));
        }
    }

    private static ScanReport look(CachedSkill skill, FetchDeadline deadline) throws IOException {
        return SkillScan.of(skill, () -> deadline.remainingNanos() == 0);
    }

    private ScanReport remembered(CachedSkill skill, ScanReport report) {
        if (report.findings().stream().noneMatch(finding -> finding.id().equals(SkillScan.UNFINISHED))) {
            reports.put(skill.sha256(), report);
        }
        return report;
    }
}

package io.sallyport.fetch;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.Building;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.forge.Deadline;
import io.sallyport.fetch.landing.SkillTar;
import io.sallyport.fetch.scan.ScanReport;
import io.sallyport.fetch.scan.SkillScan;
import io.sallyport.fetch.url.SkillLocation;
import io.sallyport.fetch.url.SkillUrl;
import java.io.IOException;
import java.time.Instant;

/** One fetch from its URL to its answer, in the order of the wire's table. Confined to a thread of its own, which it blocks. */
final class FetchWork {
    private final FetchMeans means;
    private final FetchRun run;
    private final FetchTrace trace;
    private final Deadline deadline;

    FetchWork(FetchMeans means, FetchRun run, FetchTrace trace) {
        this.means = means;
        this.run = run;
        this.trace = trace;
        this.deadline = Deadline.in(means.forges().bounds().time(), means.nanoClock());
    }

    /** The whole way; what was taken of the run's allowance stays taken where it succeeds, and only there. */
    FetchAnswer run(String text, boolean asArchive) throws RefusedException {
        SkillUrl url = parsed(text);
        SkillLocation location = admitted(url);
        if (!run.allowance().take()) {
            throw new RefusedException(Refused.overLimit("the run has fetched as often as it may"));
        }
        boolean isServed = false;
        try {
            CachedSkill skill = skill(url, location);
            FetchAnswer answer = asArchive
                    ? new FetchAnswer.Archive(archive(skill, location))
                    : new FetchAnswer.Landed(run.landing().deliver(skill, location.name()));
            isServed = true;
            return answer;
        } finally {
            if (!isServed) {
                run.allowance().giveBack();
            }
        }
    }

    private SkillUrl parsed(String text) throws RefusedException {
        return switch (SkillUrl.parse(text)) {
            case SkillUrl.Accepted(var url) -> {
                trace.url(url);
                yield url;
            }
            case SkillUrl.Rejected(var refused) -> throw new RefusedException(refused);
        };
    }

    private SkillLocation admitted(SkillUrl url) throws RefusedException {
        if (!run.isEnabled()) {
            throw new RefusedException(Refused.notEnabled());
        }
        String entry = run.allowlist().match(url);
        if (entry == null) {
            throw new RefusedException(
                    Refused.notAllowed(url.text(), run.allowlist().nearest(url)));
        }
        trace.allowedBy(entry);
        Refused byPolicy = run.policy().judge(url);
        if (byPolicy != null) {
            throw new RefusedException(byPolicy);
        }
        return switch (SkillLocation.of(url, means.forges().hosts())) {
            case SkillLocation.Found(var location) -> location;
            case SkillLocation.Rejected(var refused) -> throw new RefusedException(refused);
        };
    }

    /** From the cache, or else from its forge; scanned either way. */
    private CachedSkill skill(SkillUrl url, SkillLocation location) throws RefusedException {
        if (lookUp(url) instanceof SkillCache.Hit(var skill)) {
            trace.cacheHit(true);
            scan(skill);
            return skill;
        }
        trace.cacheHit(false);
        if (means.isOffline()) {
            throw new RefusedException(Refused.offline());
        }
        if (!run.allowance().attempt()) {
            throw new RefusedException(Refused.overLimit("the run has tried as often as it may"));
        }
        CachedSkill skill = means.flights().fly(url.sha256(), place(url), deadline, () -> fromForge(url, location));
        scan(skill);
        return skill;
    }

    /** Failures are shared among those who asked for the same place and would judge what came from it the same. */
    private String place(SkillUrl url) {
        return url.text() + (run.failsClosed() ? "" : " open");
    }

    private SkillCache.Found lookUp(SkillUrl url) throws RefusedException {
        try {
            SkillCache.Found found = means.cache().find(url.sha256());
            if (found instanceof SkillCache.Damaged(var why)) {
                trace.note("a damaged entry of the cache was set aside: " + why);
            }
            return found;
        } catch (IOException e) {
            throw new RefusedException(Refused.cacheUnusable(e.toString()));
        }
    }

    private CachedSkill fromForge(SkillUrl url, SkillLocation location) throws RefusedException {
        // Whoever led before this one may have kept it already.
        if (lookUp(url) instanceof SkillCache.Hit(var skill)) {
            return skill;
        }
        means.walks().enter(deadline);
        try (Building building = means.cache().begin()) {
            means.forges().get(location, run.sandbox(), deadline, (path, content) -> {
                try {
                    building.add(path, content);
                } catch (IOException e) {
                    throw new RefusedException(Refused.cannotCache(e.toString()));
                }
            });
            Instant now = means.wall().instant();
            if (!building.hash().equals(url.sha256())) {
                throw new RefusedException(Refused.otherHash(building.hash().hex()));
            }
            scan(building.unkept(now));
            return building.keep(url.text(), now);
        } catch (IOException e) {
            throw new RefusedException(Refused.cannotCache(e.toString()));
        } finally {
            means.walks().leave();
        }
    }

    private void scan(CachedSkill skill) throws RefusedException {
        ScanReport report = report(skill);
        boolean isBlocked = run.failsClosed() && !report.blocking().isEmpty();
        trace.scanned(skill, report, isBlocked);
        if (isBlocked) {
            throw new RefusedException(Refused.blocked(report.blocking()));
        }
    }

    private ScanReport report(CachedSkill skill) throws RefusedException {
        ScanReport known = means.scans().find(skill.sha256());
        if (known != null) {
            return known;
        }
        try {
            ScanReport report = SkillScan.of(skill, () -> deadline.remainingNanos() == 0);
            if (report.findings().stream().noneMatch(finding -> finding.id().equals(SkillScan.UNFINISHED))) {
                means.scans().remember(skill.sha256(), report);
            }
            return report;
        } catch (IOException e) {
            throw new RefusedException(Refused.cacheUnusable(e.toString()));
        }
    }

    private SkillTar archive(CachedSkill skill, SkillLocation location) {
        return new SkillTar(skill, skill.sha256().prefix(8) + "-" + location.name(), means.executables());
    }
}

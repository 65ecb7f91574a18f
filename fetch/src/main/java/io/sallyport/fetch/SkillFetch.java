package io.sallyport.fetch;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.cache.FetchSource;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.cache.SkillCache.Found;
import io.sallyport.fetch.cache.UnfinishedSkill;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.fetch.forge.SkillSink;
import io.sallyport.fetch.landing.SkillTar;
import io.sallyport.fetch.scan.ScanReport;
import io.sallyport.fetch.tree.SkillPath;
import io.sallyport.fetch.url.SkillLocation;
import io.sallyport.fetch.url.SkillUrl;
import io.sallyport.model.Verdict;
import java.io.IOException;
import java.time.Instant;

/**
 * One fetch of a skill, from its URL to its answer, in the order of the wire's table. Confined to a thread of its own,
 * which it blocks.
 */
final class SkillFetch {
    private final FetchResources resources;
    private final FetchRun run;
    private final FetchTrace trace;
    private final FetchCosts costs;
    private final FetchDeadline deadline;

    SkillFetch(FetchResources resources, FetchRun run, FetchTrace trace) {
        this.resources = resources;
        this.run = run;
        this.trace = trace;
        this.costs = new FetchCosts(run, trace);
        this.deadline = FetchDeadline.in(resources.forges().bounds().time(), resources.nanoClock());
    }

    /** The whole way. */
    FetchAnswer run(String text, AcceptedAnswer accepted) throws RefusedException {
        SkillUrl url = parsed(text);
        SkillLocation location = admitted(url);
        if (!accepted.asArchive() && !run.landing().isThere()) {
            throw new RefusedException(FetchRefusal.NO_PLACE_FOR_SKILLS);
        }
        return costs.counted(() -> {
            CachedSkill skill = skill(url, location);
            FetchAnswer answer = accepted.asArchive()
                    ? new FetchAnswer.Archive(archive(skill, location))
                    : new FetchAnswer.Landed(run.landing().deliver(skill, location.name(), deadline));
            costs.spend(url.question().host(), skill.bytes());
            return answer;
        });
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
            throw new RefusedException(FetchRefusal.NOT_ENABLED);
        }
        String entry = run.allowlist().match(url);
        if (entry == null) {
            throw new RefusedException(
                    FetchRefusal.notAllowed(url.text(), run.allowlist().nearest(url)));
        }
        trace.allowedBy(entry);
        FetchPolicy.Judged judged = run.policy().judge(url);
        trace.reported(judged.reported());
        switch (judged.verdict()) {
            case Verdict.Pass _ -> {}
            case Verdict.Refuse why -> throw new RefusedException(FetchRefusal.by(why));
        }
        return switch (SkillLocation.of(url, resources.forges().hosts())) {
            case SkillLocation.Found(var location) -> location;
            case SkillLocation.Rejected(var refused) -> throw new RefusedException(refused);
        };
    }

    /** From the cache, or else from its forge; scanned either way. */
    private CachedSkill skill(SkillUrl url, SkillLocation location) throws RefusedException {
        Found kept = resources.lookUps().first(run.sandbox(), deadline, trace, () -> find(url));
        if (kept instanceof SkillCache.Hit(var skill)) {
            trace.cacheHit(true);
            costs.pay(url.question().host());
            scan(skill, () -> {});
            return skill;
        }
        trace.cacheHit(false);
        if (resources.isOffline()) {
            throw new RefusedException(FetchRefusal.OFFLINE);
        }
        costs.attempt(url.question().host());
        CachedSkill skill =
                resources.walks().run(run.sandbox(), key(url), party(), deadline, () -> fromForge(url, location));
        scan(skill, () -> {});
        return skill;
    }

    /** Whoever names another place waits for nobody but himself. */
    private static String key(SkillUrl url) {
        return url.sha256() + " " + url.text();
    }

    private static FetchSource place(SkillUrl url) {
        return FetchSource.of(url.text(), url.text());
    }

    /** Failures are shared among those who would judge what came the same. */
    private String party() {
        return run.failsClosed() ? "closed" : "open";
    }

    private Found find(SkillUrl url) throws IOException {
        return resources.cache().find(url.sha256(), place(url));
    }

    private CachedSkill fromForge(SkillUrl url, SkillLocation location) throws RefusedException {
        // Whoever led before this one may have kept it already.
        if (CacheLookups.again(trace, () -> find(url)) instanceof SkillCache.Hit(var skill)) {
            return skill;
        }
        Runnable letGo = () -> resources.walks().letGo(key(url));
        try (UnfinishedSkill building = resources.cache().begin()) {
            trace.cameBy(resources.forges().get(location, run.sandbox(), deadline, new Sink(building, letGo)));
            Instant now = resources.wall().instant();
            if (!building.hash().equals(url.sha256())) {
                throw new RefusedException(
                        FetchRefusal.otherHash(building.hash().hex()));
            }
            scan(building.unkept(now), letGo);
            return building.keep(place(url), now);
        } catch (IOException e) {
            throw new RefusedException(FetchRefusal.cannotCache(e.toString()));
        }
    }

    /** What is built of the files that come. */
    private final class Sink implements SkillSink {
        private final UnfinishedSkill building;
        private final Runnable letGo;

        private Sink(UnfinishedSkill building, Runnable letGo) {
            this.building = building;
            this.letGo = letGo;
        }

        @Override
        public boolean receive(long came) {
            return run.allowance().receive(came);
        }

        @Override
        public void waits() {
            letGo.run();
        }

        @Override
        public void take(SkillPath path, byte[] content) throws RefusedException {
            try {
                building.add(path, content);
            } catch (IOException e) {
                throw new RefusedException(FetchRefusal.cannotCache(e.toString()));
            }
        }
    }

    /** @param waits run before it waits for a place of its own sandbox's */
    private void scan(CachedSkill skill, Runnable waits) throws RefusedException {
        ScanReport report = resources.scans().of(skill, run.sandbox(), deadline, waits);
        boolean isBlocked = run.failsClosed() && !report.blocking().isEmpty();
        trace.scanned(skill, report, isBlocked);
        if (isBlocked) {
            throw new RefusedException(FetchRefusal.blocked(report.blocking()));
        }
    }

    private SkillTar archive(CachedSkill skill, SkillLocation location) {
        return new SkillTar(skill, skill.sha256().prefix(8) + "-" + location.name(), resources.executables());
    }
}

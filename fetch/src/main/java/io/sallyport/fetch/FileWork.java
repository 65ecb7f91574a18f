package io.sallyport.fetch;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.CachedFile;
import io.sallyport.fetch.cache.FileBuilding;
import io.sallyport.fetch.cache.Place;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.file.FilePolicy;
import io.sallyport.fetch.file.FileSink;
import io.sallyport.fetch.file.FileUrl;
import io.sallyport.fetch.forge.Deadline;
import io.sallyport.fetch.share.Flights;
import io.sallyport.fetch.tree.Sha256;
import io.sallyport.model.CanonicalUrl;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One fetch of a single file, from its URL to its answer: the policy is asked before anything else, then the counts, the
 * cache, and at last the target. Confined to a thread of its own, which it blocks.
 */
final class FileWork {
    private final FetchMeans means;
    private final FetchRun run;
    private final FetchTrace trace;
    private final Deadline deadline;

    FileWork(FetchMeans means, FetchRun run, FetchTrace trace) {
        this.means = means;
        this.run = run;
        this.trace = trace;
        this.deadline = Deadline.in(means.files().bounds().time(), means.nanoClock());
    }

    /** The whole way; what was taken of the run's allowance stays taken where it succeeds, and only there. */
    FetchAnswer run(String text, Wanted wanted) throws RefusedException {
        FileUrl url = parsed(text);
        String name = url.name();
        if (name == null && !wanted.asContent()) {
            throw new RefusedException(Refused.badFileName());
        }
        FilePolicy.Admitted admitted = admitted(url);
        if (!wanted.asContent() && !run.landing().isThere()) {
            throw new RefusedException(Refused.noPlaceForFiles());
        }
        if (admitted.isCounted() && !run.allowance().take()) {
            throw new RefusedException(Refused.overLimit("the run has fetched as often as it may"));
        }
        boolean isServed = false;
        try {
            CachedFile file = file(url, admitted);
            trace.got(file);
            FetchAnswer answer = wanted.asContent() || name == null
                    ? new FetchAnswer.Content(file)
                    : new FetchAnswer.Landed(run.landing().deliver(file, name, deadline));
            isServed = true;
            return answer;
        } finally {
            if (admitted.isCounted() && !isServed) {
                run.allowance().giveBack();
            }
        }
    }

    private FileUrl parsed(String text) throws RefusedException {
        return switch (FileUrl.parse(text)) {
            case FileUrl.Accepted(var url) -> {
                trace.url(url);
                yield url;
            }
            case FileUrl.Rejected(var refused) -> throw new RefusedException(refused);
        };
    }

    private FilePolicy.Admitted admitted(FileUrl url) throws RefusedException {
        return switch (run.files().judge(url.url())) {
            case FilePolicy.Admitted admitted -> {
                trace.allowedBy(admitted.rule());
                if (admitted.isCounted()) {
                    trace.counted();
                }
                yield admitted;
            }
            case FilePolicy.Turned(var refused) -> throw new RefusedException(refused);
        };
    }

    /** From the cache, or else from its target. It is charged once, whichever way it comes. */
    private CachedFile file(FileUrl url, FilePolicy.Admitted admitted) throws RefusedException {
        CachedFile kept = means.lookUps().run(run.sandbox(), deadline, () -> lookUp(url));
        trace.cacheHit(kept != null);
        if (kept == null && means.isOffline()) {
            throw new RefusedException(Refused.fileOffline());
        }
        var download = new Download(url, admitted);
        CachedFile file = kept == null ? fetched(url, download) : kept;
        if (!download.isCharged) {
            FetchWork.pay(run);
            run.budget().spendBytes(file.bytes());
        }
        return file;
    }

    /** Who has to wait for a place of his own does so before he leads others, who would wait for it with him. */
    private CachedFile fetched(FileUrl url, Download download) throws RefusedException {
        means.downloads().enter(run.sandbox(), deadline);
        try {
            String key = url.sha256() + " " + url.url().text();
            return means.fileFlights().fly(key, run.sandbox().text(), deadline, download);
        } finally {
            means.downloads().leave(run.sandbox());
        }
    }

    private static Place place(FileUrl url) {
        return Place.of(url.text(), url.url().text());
    }

    private @Nullable CachedFile lookUp(FileUrl url) throws RefusedException {
        try {
            return switch (means.cache().findFile(url.sha256(), place(url))) {
                case SkillCache.FileHit(var file) -> file;
                case SkillCache.Miss() -> null;
                case SkillCache.Hit _ -> null;
                case SkillCache.Damaged(var why) -> {
                    trace.note("a damaged entry of the cache was set aside: " + why);
                    yield null;
                }
            };
        } catch (IOException e) {
            throw new RefusedException(Refused.cacheUnusable(e.toString()));
        }
    }

    /** What whoever comes first does for all who want the same. */
    private final class Download implements Flights.Work<CachedFile> {
        private final FileUrl url;
        private final FilePolicy.Admitted admitted;
        private boolean isCharged;

        private Download(FileUrl url, FilePolicy.Admitted admitted) {
            this.url = url;
            this.admitted = admitted;
        }

        @Override
        public CachedFile run() throws RefusedException {
            // Whoever led before this one may have kept it already.
            CachedFile kept = lookUp(url);
            if (kept != null) {
                return kept;
            }
            if (!run.allowance().attemptFile()) {
                throw new RefusedException(Refused.overLimit("the run has tried as often as it may"));
            }
            trace.attempted();
            FetchWork.pay(run);
            isCharged = true;
            FetchWork.keepCounts(run);
            return get();
        }

        private CachedFile get() throws RefusedException {
            try (FileBuilding building = means.cache().beginFile()) {
                means.files().get(url.url(), admitted, run.files(), run.sandbox(), deadline, into(building));
                Sha256 found = building.end();
                if (!found.equals(url.sha256())) {
                    throw new RefusedException(Refused.otherHash(found.hex()));
                }
                return building.keep(found, place(url), means.wall().instant());
            } catch (IOException e) {
                throw new RefusedException(Refused.cannotCacheFile(e.toString()));
            }
        }
    }

    private FileSink into(FileBuilding building) {
        return new FileSink() {
            @Override
            public void redirected(CanonicalUrl to) throws RefusedException {
                trace.redirected(to);
                FetchWork.pay(run);
            }

            @Override
            public void take(byte[] piece) throws RefusedException {
                run.budget().spendBytes(piece.length);
                if (!run.allowance().receive(piece.length)) {
                    throw new RefusedException(Refused.overLimit("the run has received as many bytes as it may"));
                }
                try {
                    building.write(piece);
                } catch (IOException e) {
                    throw new RefusedException(Refused.cannotCacheFile(e.toString()));
                }
            }
        };
    }
}

package io.sallyport.fetch;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.CachedFile;
import io.sallyport.fetch.cache.FetchSource;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.cache.SkillCache.Found;
import io.sallyport.fetch.cache.UnfinishedFile;
import io.sallyport.fetch.file.FileContentSink;
import io.sallyport.fetch.file.FilePolicy;
import io.sallyport.fetch.file.FileUrl;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.fetch.share.SharedCalls;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Sha256;
import io.sallyport.model.host.CanonicalHost;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One fetch of a single file, from its URL to its answer: the policy is asked before anything else, then the counts,
 * the cache, and at last the target. Confined to a thread of its own, which it blocks.
 */
final class FileFetch {
    private final FetchResources resources;
    private final FetchRun run;
    private final FetchTrace trace;
    private final FetchCosts costs;
    private final FetchDeadline deadline;

    FileFetch(FetchResources resources, FetchRun run, FetchTrace trace) {
        this.resources = resources;
        this.run = run;
        this.trace = trace;
        this.costs = new FetchCosts(run, trace);
        this.deadline = FetchDeadline.in(resources.files().bounds().time(), resources.nanoClock());
    }

    /** The whole way. */
    FetchAnswer run(String text, AcceptedAnswer accepted) throws RefusedException {
        FileUrl url = parsed(text);
        String name = url.name();
        if (name == null && !accepted.asContent()) {
            throw new RefusedException(FetchRefusal.BAD_FILE_NAME);
        }
        FilePolicy.Admitted admitted = admitted(url);
        if (!accepted.asContent() && !run.landing().isThere()) {
            throw new RefusedException(FetchRefusal.NO_PLACE_FOR_FILES);
        }
        return admitted.isCounted()
                ? costs.counted(() -> answer(url, name, admitted, accepted))
                : answer(url, name, admitted, accepted);
    }

    private FetchAnswer answer(
            FileUrl url, @Nullable String name, FilePolicy.Admitted admitted, AcceptedAnswer accepted)
            throws RefusedException {
        CachedFile file = file(url, admitted);
        trace.got(file);
        return accepted.asContent() || name == null
                ? new FetchAnswer.Content(file)
                : new FetchAnswer.Landed(run.landing().deliver(file, name, deadline));
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
                trace.carries(admitted.credentials());
                trace.reported(admitted.reported());
                yield admitted;
            }
            case FilePolicy.Turned(var refused) -> throw new RefusedException(refused);
        };
    }

    /** From the cache, or else from its target. It is charged once, whichever way it comes. */
    private CachedFile file(FileUrl url, FilePolicy.Admitted admitted) throws RefusedException {
        CachedFile kept = content(resources.lookUps().first(run.sandbox(), deadline, trace, () -> find(url, admitted)));
        trace.cacheHit(kept != null);
        if (kept == null && resources.isOffline()) {
            throw new RefusedException(FetchRefusal.FILE_OFFLINE);
        }
        var download = new Download(url, admitted);
        CachedFile file = kept == null ? fetched(url, download) : kept;
        if (!download.isCharged) {
            costs.pay(url.url().host());
            costs.spend(url.url().host(), file.bytes());
        }
        return file;
    }

    private CachedFile fetched(FileUrl url, Download download) throws RefusedException {
        String key = url.sha256() + " " + whole(url, download.admitted);
        return resources.downloads().run(run.sandbox(), key, run.sandbox().text(), deadline, download);
    }

    /** The place, and the credentials by which it was had: it is kept for those who have them too. */
    private static String whole(FileUrl url, FilePolicy.Admitted admitted) {
        String text = url.url().text();
        return admitted.credentials().isEmpty() ? text : text + " " + String.join(",", admitted.credentials());
    }

    private static FetchSource place(FileUrl url, FilePolicy.Admitted admitted) {
        return FetchSource.of(url.text(), whole(url, admitted));
    }

    private Found find(FileUrl url, FilePolicy.Admitted admitted) throws IOException {
        return resources.cache().findFile(url.sha256(), place(url, admitted));
    }

    private static @Nullable CachedFile content(Found found) {
        return found instanceof SkillCache.FileHit(var file) ? file : null;
    }

    /** What whoever comes first does for all who want the same. */
    private final class Download implements SharedCalls.Work<CachedFile> {
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
            CachedFile kept = content(CacheLookups.again(trace, () -> find(url, admitted)));
            if (kept != null) {
                return kept;
            }
            costs.attemptFile(url.url().host());
            isCharged = true;
            return get();
        }

        private CachedFile get() throws RefusedException {
            try (UnfinishedFile building = resources.cache().beginFile()) {
                resources.files().get(url.url(), admitted, run.files(), run.sandbox(), deadline, into(building, url));
                Sha256 found = building.end();
                if (!found.equals(url.sha256())) {
                    throw new RefusedException(FetchRefusal.otherHash(found.hex()));
                }
                return building.keep(
                        found, place(url, admitted), resources.wall().instant());
            } catch (IOException e) {
                throw new RefusedException(FetchRefusal.cannotCacheFile(e.toString()));
            }
        }
    }

    private FileContentSink into(UnfinishedFile building, FileUrl url) {
        return new FileContentSink() {
            private CanonicalHost host = url.url().host();

            @Override
            public void redirected(CanonicalUrl to) throws RefusedException {
                trace.redirected(to);
                host = to.host();
                costs.pay(host);
            }

            @Override
            public void take(byte[] piece) throws RefusedException {
                costs.spend(host, piece.length);
                if (!run.allowance().receive(piece.length)) {
                    throw new RefusedException(FetchRefusal.overLimit("the run has received as many bytes as it may"));
                }
                try {
                    building.write(piece);
                } catch (IOException e) {
                    throw new RefusedException(FetchRefusal.cannotCacheFile(e.toString()));
                }
            }
        };
    }
}

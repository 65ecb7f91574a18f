package io.sallyport.apiservers.sandbox;

import io.sallyport.apiservers.FolderTrees;
import io.sallyport.apiservers.OldRun;
import io.sallyport.apiservers.RunFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The logs of runs that have ended: so many, and so large, the oldest goes first. Safe for concurrent use. */
record LogRetention(Path folder, int maxRuns, long maxBytes) {
    private static final Logger LOG = LoggerFactory.getLogger(LogRetention.class);
    static final int MAX_RUNS = 100;
    static final long MAX_BYTES = 1L << 30;

    /** Deletes what is too much; folders of runs that have not ended are left. */
    synchronized void sweep() {
        try {
            sweep(ended());
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("logs of API servers cannot be cleared away: {}", e.toString());
        }
    }

    private void sweep(List<Path> newestFirst) throws IOException {
        long bytes = 0;
        for (int at = 0; at < newestFirst.size(); at++) {
            Path run = newestFirst.get(at);
            bytes += FolderTrees.bytes(run);
            if (at >= maxRuns || bytes > maxBytes) {
                delete(run);
            }
        }
    }

    /** What cannot be deleted keeps no other. */
    private static void delete(Path run) {
        try {
            FolderTrees.delete(run);
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("{} is left behind: {}", run, e.toString());
        }
    }

    private List<Path> ended() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> runs = Files.list(folder)) {
            return runs.filter(run -> !OldRun.isBegun(new RunFolder(run)))
                    .sorted(RunNames.NEWEST_FIRST)
                    .toList();
        }
    }
}

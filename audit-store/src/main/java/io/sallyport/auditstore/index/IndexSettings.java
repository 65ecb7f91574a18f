package io.sallyport.auditstore.index;

import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogByteSizeMergePolicy;

/** How the index is written. Stateless. */
final class IndexSettings {
    /** Records that are not on disk yet, MiB. */
    private static final int BUFFER_MIB = 16;

    /** A larger part is not merged any more, MiB. */
    private static final int MAX_PART_MIB = 512;

    /** Retention removes whole parts, so that none is more than this share of what is kept. */
    private static final int MIN_PARTS = 8;

    private static final Pattern INDEX_FILE =
            Pattern.compile("(pending_)?segments.*|" + IndexFileNames.CODEC_FILE_PATTERN.pattern());

    /** The library says on stderr that a module for vectors is missing, which no search here uses. */
    private static final Logger OF_VECTORS =
            Logger.getLogger("org.apache.lucene.internal.vectorization.VectorizationProvider");

    static {
        OF_VECTORS.setLevel(Level.SEVERE);
    }

    private IndexSettings() {}

    /** Only neighbours are merged, so that documents stay in the order of the log. */
    static IndexWriterConfig of(long keepBytes) {
        var merges = new LogByteSizeMergePolicy();
        merges.setMaxMergeMB(Math.clamp((keepBytes >> 20) / MIN_PARTS, 1, MAX_PART_MIB));
        var scheduler = new ConcurrentMergeScheduler();
        scheduler.setMaxMergesAndThreads(2, 1);
        return new IndexWriterConfig()
                .setRAMBufferSizeMB(BUFFER_MIB)
                .setMergePolicy(merges)
                .setMergeScheduler(scheduler)
                .setCommitOnClose(false);
    }

    /** Returns whether {@code file} has the name of a file of an index. */
    static boolean isOfIndex(Path file) {
        return INDEX_FILE.matcher(String.valueOf(file.getFileName())).matches();
    }
}

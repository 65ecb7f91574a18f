package io.sallyport.fetch.cache;

import io.sallyport.fetch.tree.TreeEntry;
import io.sallyport.model.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * A skill whose files were found to have its hash. Immutable; the files may change later, so each is compared as it is
 * read.
 *
 * @param tree where its files lie
 * @param bytes of all its files
 */
public record CachedSkill(Path tree, Sha256 sha256, Instant fetchTime, List<TreeEntry> entries, long bytes)
        implements CachedContent {
    public CachedSkill {
        entries = List.copyOf(entries);
    }

    /**
     * One of its files. May block.
     *
     * @throws IOException where it cannot be found
     */
    public CachedFile file(TreeEntry entry) throws IOException {
        Path at = PrivateFiles.below(tree, entry.path().text());
        return new CachedFile(at, entry.sha256(), fetchTime, Files.size(at));
    }
}

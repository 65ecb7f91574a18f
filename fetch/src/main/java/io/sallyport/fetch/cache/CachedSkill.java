package io.sallyport.fetch.cache;

import io.sallyport.fetch.tree.Sha256;
import io.sallyport.fetch.tree.TreeEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** A skill whose files were found to have its hash. Immutable; the files may change later, so each is compared as it is read. */
public final class CachedSkill implements CachedContent {
    private final Path tree;
    private final Sha256 sha256;
    private final Instant fetchTime;
    private final List<TreeEntry> entries;
    private final long bytes;

    CachedSkill(Path tree, Sha256 sha256, Instant fetchTime, List<TreeEntry> entries, long bytes) {
        this.tree = tree;
        this.sha256 = sha256;
        this.fetchTime = fetchTime;
        this.entries = List.copyOf(entries);
        this.bytes = bytes;
    }

    @Override
    public Sha256 sha256() {
        return sha256;
    }

    @Override
    public Instant fetchTime() {
        return fetchTime;
    }

    public List<TreeEntry> entries() {
        return entries;
    }

    @Override
    public long bytes() {
        return bytes;
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

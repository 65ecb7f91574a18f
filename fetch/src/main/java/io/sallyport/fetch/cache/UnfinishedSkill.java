package io.sallyport.fetch.cache;

import io.sallyport.fetch.tree.SkillPath;
import io.sallyport.fetch.tree.TreeEntry;
import io.sallyport.fetch.tree.TreeHash;
import io.sallyport.model.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A skill that is being built in a private directory beside the cache. Whoever began it closes it; what was not kept
 * then is gone. Confined to the thread of the fetch, which it blocks.
 */
public final class UnfinishedSkill implements AutoCloseable {
    static final String TREE = "tree";

    private final SkillCache cache;
    private final Path directory;
    private final Path tree;
    private final List<TreeEntry> entries = new ArrayList<>();
    private final Set<Path> directories = new LinkedHashSet<>();
    private long bytes;

    UnfinishedSkill(SkillCache cache, Path directory) throws IOException {
        this.cache = cache;
        this.directory = directory;
        this.tree = directory.resolve(TREE);
        PrivateFiles.directories(tree);
        directories.add(tree);
    }

    /** Writes one file; each path once. */
    public void add(SkillPath path, byte[] content) throws IOException {
        cache.requireFree();
        Path file = PrivateFiles.below(tree, path.text());
        Path parent = file.getParent();
        if (parent != null && directories.add(parent)) {
            PrivateFiles.directories(parent);
        }
        PrivateFiles.write(file, content);
        entries.add(new TreeEntry(path, Sha256.of(content)));
        bytes += content.length;
    }

    /** The hash of what was added: at least one file. */
    public Sha256 hash() {
        return TreeHash.of(entries);
    }

    /** The files as they lie here, to be looked through before they are kept. */
    public CachedSkill unkept(Instant fetchTime) {
        return new CachedSkill(tree, hash(), fetchTime, entries, bytes);
    }

    /** Moves all of it into the cache, under its own hash. */
    public CachedSkill keep(FetchSource place, Instant fetchTime) throws IOException {
        Sha256 hash = hash();
        PrivateFiles.write(
                directory.resolve(Metadata.FILE),
                Metadata.of(place, fetchTime, hash).json(entries));
        for (Path written : directories) {
            PrivateFiles.sync(written);
        }
        PrivateFiles.sync(directory);
        Path kept = cache.takeIn(ContentKind.SKILL, directory, hash, place);
        return new CachedSkill(kept.resolve(TREE), hash, fetchTime, entries, bytes);
    }

    @Override
    public void close() throws IOException {
        if (Files.exists(directory)) {
            PrivateFiles.delete(directory);
        }
    }
}

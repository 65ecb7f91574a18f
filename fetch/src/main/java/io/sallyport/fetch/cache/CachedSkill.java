package io.sallyport.fetch.cache;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.sallyport.fetch.tree.Sha256;
import io.sallyport.fetch.tree.TreeEntry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** A skill whose files were found to have its hash. Immutable; the files may change later, so each is compared as it is read. */
public final class CachedSkill {
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

    public Sha256 sha256() {
        return sha256;
    }

    /** When it was got from its forge. */
    public Instant fetchTime() {
        return fetchTime;
    }

    public List<TreeEntry> entries() {
        return entries;
    }

    /** Of all files. */
    public long bytes() {
        return bytes;
    }

    /**
     * The content of one of its files. May block.
     *
     * @throws IOException where it cannot be read, or is no longer what it was
     */
    public byte[] read(TreeEntry entry) throws IOException {
        try (InputStream in =
                Files.newInputStream(PrivateFiles.below(tree, entry.path().text()), NOFOLLOW_LINKS)) {
            byte[] content = in.readAllBytes();
            if (!Sha256.of(content).equals(entry.sha256())) {
                throw new IOException("a file of a kept skill was changed while it was served");
            }
            return content;
        }
    }
}

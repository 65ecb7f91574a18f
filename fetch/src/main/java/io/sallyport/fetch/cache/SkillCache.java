package io.sallyport.fetch.cache;

import io.sallyport.model.Sha256;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * Skills and single files by their hash: {@code ROOT/.fullsend-cache/resources/sha256/HASH/} with {@code metadata.json}
 * and {@code tree/}, and {@code ROOT/.fullsend-cache/files/sha256/HASH/} with {@code content} in its place. What is
 * kept is found by those who name a place from which it was got. Safe for concurrent use within one process; all of it
 * may block.
 */
public final class SkillCache {
    private static final String NAME = ".fullsend-cache";

    private final Path root;
    private final Path building;
    private final CacheBounds bounds;
    private final FileStore disk;
    private final CacheEntries entries;

    private SkillCache(Path root, Path building, CacheBounds bounds, InstantSource wall) throws IOException {
        this.root = root;
        this.building = building;
        this.bounds = bounds;
        this.disk = Files.getFileStore(building);
        this.entries = new CacheEntries(building, root.resolve("damaged"), new CacheSpace(bounds.bytes()), wall);
    }

    /** What is kept under a hash. */
    public sealed interface Found {}

    /** All of it is there and has its hash. */
    public record Hit(CachedSkill skill) implements Found {}

    /** The same of a single file. */
    public record FileHit(CachedFile file) implements Found {}

    /** Nothing is there, or nothing that is known to be had from that place. */
    public record Miss() implements Found {}

    /** Something was there and was set aside. */
    public record Damaged(String why) implements Found {}

    /**
     * Opens the cache, or makes it; what an earlier process left half built is removed, and so is what was used longest
     * ago where there is more than there may be.
     *
     * @param wall says what was used when
     * @throws IOException where the root cannot be used, or a link leads out of it
     */
    public static SkillCache open(Path root, CacheBounds bounds, InstantSource wall) throws IOException {
        PrivateFiles.directories(root);
        Path own = root.toRealPath().resolve(NAME);
        Path building = own.resolve("building");
        PrivateFiles.delete(building);
        PrivateFiles.directories(building);
        var cache = new SkillCache(own, building, bounds, wall);
        for (ContentKind kind : ContentKind.values()) {
            PrivateFiles.directories(kind.below(own));
        }
        cache.requireInPlace();
        for (ContentKind kind : ContentKind.values()) {
            cache.entries.know(kind.below(own));
        }
        cache.entries.trim();
        return cache;
    }

    private void requireInPlace() throws IOException {
        for (ContentKind kind : ContentKind.values()) {
            requireInPlace(kind.below(root));
        }
        requireInPlace(building);
    }

    private static void requireInPlace(Path directory) throws IOException {
        if (!directory.toRealPath().equals(directory)) {
            throw new IOException(directory + ": a link stands on the way to the cache");
        }
    }

    /** What is kept under {@code hash} and was got from {@code place}, after a look at every byte of it. */
    public Found find(Sha256 hash, FetchSource place) throws IOException {
        return find(ContentKind.SKILL, hash, place);
    }

    /** The same of single files. */
    public Found findFile(Sha256 hash, FetchSource place) throws IOException {
        return find(ContentKind.FILE, hash, place);
    }

    private Found find(ContentKind kind, Sha256 hash, FetchSource place) throws IOException {
        requireInPlace();
        return entries.find(kind, entry(kind, hash), hash, place);
    }

    private Path entry(ContentKind kind, Sha256 hash) {
        return kind.below(root).resolve(hash.hex());
    }

    public UnfinishedSkill begin() throws IOException {
        return new UnfinishedSkill(this, newDirectory());
    }

    public UnfinishedFile beginFile() throws IOException {
        return new UnfinishedFile(this, newDirectory());
    }

    private Path newDirectory() throws IOException {
        requireInPlace();
        requireFree();
        return PrivateFiles.newDirectory(building);
    }

    /** To be asked before a piece is written. */
    void requireFree() throws IOException {
        if (disk.getUsableSpace() < bounds.freeBytes()) {
            throw new IOException("less than " + bounds.freeBytes() + " bytes are free on the disk of the cache");
        }
    }

    /**
     * Moves what was built in, as a whole; where the same is there already, that stays, and is from {@code place} too.
     */
    Path takeIn(ContentKind kind, Path built, Sha256 hash, FetchSource place) throws IOException {
        Path entry = entry(kind, hash);
        entries.takeIn(kind, built, entry, hash, place);
        return entry;
    }
}

package io.sallyport.fetch.cache;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.sallyport.fetch.tree.Sha256;
import io.sallyport.fetch.tree.SkillDirectory;
import io.sallyport.fetch.tree.TreeEntry;
import io.sallyport.fetch.tree.TreeHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Skills by their hash: {@code ROOT/.fullsend-cache/resources/sha256/HASH/} with {@code metadata.json} and {@code tree/}.
 * Safe for concurrent use within one process; all of it may block.
 */
public final class SkillCache {
    private static final String NAME = ".fullsend-cache";

    private final Path entries;
    private final Path building;
    private final Path damaged;

    private SkillCache(Path root) {
        entries = root.resolve(NAME).resolve("resources").resolve("sha256");
        building = root.resolve(NAME).resolve("building");
        damaged = root.resolve(NAME).resolve("damaged");
    }

    /** What is kept under a hash. */
    public sealed interface Found {}

    /** All of it is there and has its hash. */
    public record Hit(CachedSkill skill) implements Found {}

    public record Miss() implements Found {}

    /** Something was there and was set aside. */
    public record Damaged(String why) implements Found {}

    /**
     * Opens the cache, or makes it; what an earlier process left half built is removed.
     *
     * @throws IOException where the root cannot be used, or a link leads out of it
     */
    public static SkillCache open(Path root) throws IOException {
        PrivateFiles.directories(root);
        SkillCache cache = new SkillCache(root.toRealPath());
        PrivateFiles.directories(cache.entries);
        PrivateFiles.delete(cache.building);
        PrivateFiles.directories(cache.building);
        cache.requireInPlace();
        return cache;
    }

    private void requireInPlace() throws IOException {
        if (!entries.toRealPath().equals(entries) || !building.toRealPath().equals(building)) {
            throw new IOException(entries + ": a link stands on the way to the cache");
        }
    }

    /** What is kept under {@code hash}, after a look at every byte of it. */
    public Found find(Sha256 hash) throws IOException {
        requireInPlace();
        Path entry = entries.resolve(hash.hex());
        if (!Files.exists(entry, NOFOLLOW_LINKS)) {
            return new Miss();
        }
        Found found = read(entry, hash);
        if (found instanceof Damaged) {
            setAside(entry, hash);
        }
        return found;
    }

    private static Found read(Path entry, Sha256 hash) throws IOException {
        Path tree = entry.resolve(Building.TREE);
        if (!Files.isDirectory(entry, NOFOLLOW_LINKS) || !Files.isDirectory(tree, NOFOLLOW_LINKS)) {
            return new Damaged("not a directory");
        }
        Path file = entry.resolve(Metadata.FILE);
        Metadata metadata = Files.isRegularFile(file, NOFOLLOW_LINKS) ? Metadata.parse(Files.readAllBytes(file)) : null;
        if (metadata == null || !metadata.sha256().equals(hash)) {
            return new Damaged("its metadata are not its own");
        }
        return switch (SkillDirectory.read(tree)) {
            case SkillDirectory.Unfit(var faults) -> new Damaged(faults.getFirst());
            case SkillDirectory.Whole(var files)
            when !TreeHash.of(files).equals(hash) -> new Damaged("its files have another hash");
            case SkillDirectory.Whole(var files) ->
                new Hit(new CachedSkill(tree, hash, metadata.fetchTime(), files, sizes(tree, files)));
        };
    }

    private static long sizes(Path tree, List<TreeEntry> files) throws IOException {
        long bytes = 0;
        for (TreeEntry file : files) {
            bytes += Files.size(PrivateFiles.below(tree, file.path().text()));
        }
        return bytes;
    }

    /** Out of the way and never served; the last one under a hash is kept for who wants to know. */
    private void setAside(Path entry, Sha256 hash) throws IOException {
        PrivateFiles.directories(damaged);
        Path aside = damaged.resolve(hash.hex());
        PrivateFiles.delete(aside);
        Files.move(entry, aside, StandardCopyOption.ATOMIC_MOVE);
    }

    public Building begin() throws IOException {
        requireInPlace();
        return new Building(this, PrivateFiles.newDirectory(building));
    }

    /** Moves what was built in, as a whole; where the same is there already, that stays. */
    Path takeIn(Path built, Sha256 hash) throws IOException {
        Path entry = entries.resolve(hash.hex());
        if (find(hash) instanceof Hit) {
            return entry;
        }
        Files.move(built, entry, StandardCopyOption.ATOMIC_MOVE);
        PrivateFiles.sync(entries);
        return entry;
    }

    /** The hashes that are kept, in no order. */
    public List<String> hashes() throws IOException {
        try (Stream<Path> all = Files.list(entries)) {
            return all.map(entry -> String.valueOf(entry.getFileName())).toList();
        }
    }
}

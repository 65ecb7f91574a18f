package io.sallyport.fetch.cache;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.sallyport.fetch.cache.SkillCache.Damaged;
import io.sallyport.fetch.cache.SkillCache.Found;
import io.sallyport.fetch.cache.SkillCache.Miss;
import io.sallyport.model.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entries of a cache as they come, are found, and go. Each is looked at under a shared lock, and comes and goes
 * under an exclusive one. Safe for concurrent use; all of it may block.
 */
final class CacheEntries {
    private static final Logger LOG = LoggerFactory.getLogger(CacheEntries.class);

    /** No answer takes longer to be read: what was used since may still be on its way. */
    static final Duration RESTING = Duration.ofMinutes(10);

    /** Damaged entries that are kept for who wants to know. */
    private static final int MOST_DAMAGED = 16;

    private final Path building;
    private final Path damaged;
    private final CacheSpace room;
    private final InstantSource wall;
    private final EntryLocks locks = new EntryLocks();

    CacheEntries(Path building, Path damaged, CacheSpace room, InstantSource wall) {
        this.building = building;
        this.damaged = damaged;
        this.room = room;
        this.wall = wall;
    }

    /** Counts what is in {@code directory} from before. */
    void know(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            for (Path entry :
                    all.sorted(Comparator.comparing(CacheEntries::lastUsed)).toList()) {
                room.add(entry, PrivateFiles.size(entry), lastUsed(entry));
            }
        }
    }

    private static Instant lastUsed(Path entry) {
        try {
            return Files.getLastModifiedTime(entry, NOFOLLOW_LINKS).toInstant();
        } catch (IOException _) {
            return Instant.EPOCH; // what cannot be looked at goes first
        }
    }

    /** Removes what is more than there may be, whenever it was used: nobody has it yet. */
    void trim() {
        var _ = makeRoom(Instant.MAX, () -> !room.isTooFull());
    }

    Found find(ContentKind kind, Path entry, Sha256 hash, FetchSource place) throws IOException {
        Found seen = look(kind, entry, hash, place);
        return seen instanceof Damaged ? heal(kind, entry, hash, place) : seen;
    }

    private Found look(ContentKind kind, Path entry, Sha256 hash, FetchSource place) throws IOException {
        Lock lock = locks.of(entry).readLock();
        lock.lock();
        try {
            Found seen = read(kind, entry, hash, place);
            if (!(seen instanceof Damaged) && !(seen instanceof Miss)) {
                use(entry);
            }
            return seen;
        } finally {
            lock.unlock();
        }
    }

    private void use(Path entry) throws IOException {
        Instant now = wall.instant();
        room.used(entry, now);
        Files.setLastModifiedTime(entry, FileTime.from(now));
    }

    /** Looks once more, since somebody else may have healed it, and sets it aside. */
    private Found heal(ContentKind kind, Path entry, Sha256 hash, FetchSource place) throws IOException {
        Lock lock = locks.of(entry).writeLock();
        lock.lock();
        try {
            Found seen = read(kind, entry, hash, place);
            if (seen instanceof Damaged) {
                setAside(entry);
            }
            return seen;
        } finally {
            lock.unlock();
        }
    }

    /** @param place from where it has to be, or null: from anywhere */
    private static Found read(ContentKind kind, Path entry, Sha256 hash, @Nullable FetchSource place) {
        if (!Files.exists(entry, NOFOLLOW_LINKS)) {
            return new Miss();
        }
        try {
            Metadata metadata = metadata(entry);
            if (metadata == null || !metadata.sha256().equals(hash)) {
                return new Damaged("its metadata are not its own");
            }
            return place == null || metadata.isFrom(place) ? kind.read(entry, metadata) : new Miss();
        } catch (IOException e) {
            return new Damaged("it cannot be read: " + e);
        }
    }

    private static @Nullable Metadata metadata(Path entry) throws IOException {
        Path file = entry.resolve(Metadata.FILE);
        return Files.isRegularFile(file, NOFOLLOW_LINKS) ? Metadata.parse(Files.readAllBytes(file)) : null;
    }

    /** Out of the way and never served. Under the entry's lock. */
    private synchronized void setAside(Path entry) throws IOException {
        PrivateFiles.directories(damaged);
        Path aside = damaged.resolve(Objects.requireNonNull(entry.getFileName()));
        PrivateFiles.delete(aside);
        if (Files.isDirectory(entry, NOFOLLOW_LINKS)) {
            PrivateFiles.open(entry); // or it could not be moved
        }
        Files.move(entry, aside, StandardCopyOption.ATOMIC_MOVE);
        room.leave(entry);
        forgetDamage();
    }

    private void forgetDamage() throws IOException {
        try (Stream<Path> all = Files.list(damaged)) {
            List<Path> latest = all.sorted(
                            Comparator.comparing(CacheEntries::lastUsed).reversed())
                    .toList();
            for (Path old : latest.subList(Math.min(MOST_DAMAGED, latest.size()), latest.size())) {
                PrivateFiles.delete(old);
            }
        }
    }

    void takeIn(ContentKind kind, Path built, Path entry, Sha256 hash, FetchSource place) throws IOException {
        Lock lock = locks.of(entry).writeLock();
        lock.lock();
        try {
            Found there = read(kind, entry, hash, null);
            switch (there) {
                case SkillCache.Hit _, SkillCache.FileHit _ -> note(kind, entry, there, place);
                case Damaged _ -> {
                    setAside(entry);
                    moveIn(built, entry);
                }
                case Miss _ -> moveIn(built, entry);
            }
        } finally {
            lock.unlock();
        }
    }

    private void moveIn(Path built, Path entry) throws IOException {
        long bytes = PrivateFiles.size(built);
        Instant now = wall.instant();
        if (!makeRoom(now.minus(RESTING), () -> room.take(entry, bytes, now))) {
            throw new IOException("the cache is full of what was used in the last " + RESTING.toMinutes() + " minutes");
        }
        try {
            Files.setLastModifiedTime(built, FileTime.from(now));
            Files.move(built, entry, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            room.leave(entry);
            throw e;
        }
        PrivateFiles.sync(Objects.requireNonNull(entry.getParent()));
    }

    /** Takes down that it was got from {@code place} too. */
    private void note(ContentKind kind, Path entry, Found there, FetchSource place) throws IOException {
        Metadata metadata = metadata(entry);
        if (metadata != null && !metadata.isFrom(place)) {
            Path own = PrivateFiles.newDirectory(building);
            try {
                Path file = own.resolve(Metadata.FILE);
                PrivateFiles.write(file, kind.json(metadata.with(place), there));
                Files.move(
                        file,
                        entry.resolve(Metadata.FILE),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
                PrivateFiles.sync(entry);
            } finally {
                PrivateFiles.delete(own);
            }
        }
        use(entry);
    }

    /**
     * Removes what was used longest ago until there is enough room; false where all else was used since {@code before}.
     */
    private boolean makeRoom(Instant before, BooleanSupplier isEnough) {
        if (isEnough.getAsBoolean()) {
            return true;
        }
        for (Path entry : room.unusedSince(before)) {
            removeUnused(entry, before);
            if (isEnough.getAsBoolean()) {
                return true;
            }
        }
        return false;
    }

    /** Whoever holds its lock is about to use it; and nobody waits for one entry while he holds another. */
    private void removeUnused(Path entry, Instant before) {
        Lock lock = locks.of(entry).writeLock();
        if (!lock.tryLock()) {
            return;
        }
        try {
            if (room.isUnusedSince(entry, before)) {
                remove(entry);
            }
        } catch (IOException e) {
            LOG.warn("{} is to give way and cannot be removed", entry, e);
        } finally {
            lock.unlock();
        }
    }

    /** What is still there stays in the count. */
    private void remove(Path entry) throws IOException {
        if (Files.isDirectory(entry, NOFOLLOW_LINKS)) {
            PrivateFiles.open(entry);
        }
        Path own = PrivateFiles.newDirectory(building);
        try {
            if (Files.exists(entry, NOFOLLOW_LINKS)) {
                Files.move(entry, own.resolve("gone"), StandardCopyOption.ATOMIC_MOVE);
            }
            room.leave(entry);
        } finally {
            PrivateFiles.delete(own);
        }
    }
}

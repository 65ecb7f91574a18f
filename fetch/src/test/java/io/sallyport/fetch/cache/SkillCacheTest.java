package io.sallyport.fetch.cache;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.fetch.WithoutRights;
import io.sallyport.fetch.tree.SkillPath;
import io.sallyport.model.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class SkillCacheTest {
    private static final Instant THEN = Instant.parse("2026-01-02T03:04:05Z");
    private static final String URL = "https://github.com/acme/skills/tree/main/rust";
    private static final FetchSource PLACE = FetchSource.of(URL, URL);

    /** An entry is its directory, tree/, a/, two files and metadata.json, in blocks of 4 KiB. */
    private static final CacheBounds TWO_ENTRIES = new CacheBounds(2 * 6 * 4096, 1);

    @TempDir
    private Path root = Path.of("");

    private Instant now = THEN;
    private final InstantSource clock = () -> now;

    @Test
    void whatIsKeptIsFoundWithEveryByte() throws IOException {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        CachedSkill kept = keep(cache);
        assertThat(SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system())
                        .find(kept.sha256(), PLACE))
                .isInstanceOfSatisfying(SkillCache.Hit.class, hit -> {
                    assertThat(hit.skill().entries())
                            .extracting(entry -> entry.path().text())
                            .containsExactly("SKILL.md", "a/b.txt");
                    assertThat(hit.skill().fetchTime()).isEqualTo(THEN);
                    assertThat(hit.skill().bytes()).isEqualTo(7);
                });
        assertThat(Files.readString(entry(kept).resolve("metadata.json")))
                .contains(
                        "\"url\" : \"" + URL + "\"",
                        "\"type\" : \"directory\"",
                        "\"fetch_time\" : \"2026-01-02T03:04:05Z\"");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(entry(kept))))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(entry(kept).resolve("tree/a/b.txt"))))
                .isEqualTo("rw-------");
    }

    @Test
    void whatWasNotKeptLeavesNothing() throws IOException {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        List<Path> before = all();
        try (UnfinishedSkill building = cache.begin()) {
            building.add(new SkillPath("d/SKILL.md"), bytes("one"));
        }
        assertThat(all()).isEqualTo(before);
    }

    @Test
    void whatACrashLeftHalfBuiltIsGoneAtTheNextStart() throws IOException {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        List<Path> before = all();
        cache.begin().add(new SkillPath("SKILL.md"), bytes("one"));
        SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        assertThat(all()).isEqualTo(before);
    }

    @Test
    void aDamagedEntryIsSetAsideOnceAndNeverServed() throws IOException {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        CachedSkill kept = keep(cache);
        Files.writeString(entry(kept).resolve("tree/SKILL.md"), "evil");
        assertThat(cache.find(kept.sha256(), PLACE)).isEqualTo(new SkillCache.Damaged("its files have another hash"));
        assertThat(cache.find(kept.sha256(), PLACE)).isEqualTo(new SkillCache.Miss());
        assertThat(keep(cache).sha256()).isEqualTo(kept.sha256());
        assertThat(cache.find(kept.sha256(), PLACE)).isInstanceOf(SkillCache.Hit.class);
    }

    @Test
    void aPlantedLinkIsDamage() throws IOException {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        CachedSkill kept = keep(cache);
        Files.createSymbolicLink(entry(kept).resolve("tree/link"), Path.of("/etc/passwd"));
        assertThat(cache.find(kept.sha256(), PLACE)).isInstanceOf(SkillCache.Damaged.class);
    }

    @Test
    void anExtraFileIsDamageWhateverItIsCalled() throws IOException {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        CachedSkill kept = keep(cache);
        Files.writeString(entry(kept).resolve("tree/report.tmp.1"), "x");
        assertThat(cache.find(kept.sha256(), PLACE)).isInstanceOf(SkillCache.Damaged.class);
    }

    @Test
    void missingMetadataAreDamage() throws IOException {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        CachedSkill kept = keep(cache);
        Files.delete(entry(kept).resolve("metadata.json"));
        assertThat(cache.find(kept.sha256(), PLACE)).isInstanceOf(SkillCache.Damaged.class);
    }

    /** The same for root, who may read whatever can be read. */
    @Test
    void metadataThatCannotBeReadAreDamageAndMakeRoom() throws IOException {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        CachedSkill kept = keep(cache);
        Files.delete(entry(kept).resolve("metadata.json"));
        Files.createDirectory(entry(kept).resolve("metadata.json"));
        assertThat(cache.find(kept.sha256(), PLACE)).isInstanceOf(SkillCache.Damaged.class);
        assertThat(cache.find(kept.sha256(), PLACE)).isEqualTo(new SkillCache.Miss());
        assertThat(keep(cache).sha256()).isEqualTo(kept.sha256());
        assertThat(cache.find(kept.sha256(), PLACE)).isInstanceOf(SkillCache.Hit.class);
    }

    @Test
    void aFileIsComparedAgainAsItIsServed() throws IOException {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        CachedSkill kept = keep(cache);
        Files.writeString(entry(kept).resolve("tree/SKILL.md"), "evil");
        assertThatThrownBy(() -> kept.file(kept.entries().getLast()).read(10)).hasMessageContaining("was changed");
    }

    @Test
    void aLinkInPlaceOfTheCacheIsRefused() throws IOException {
        Path elsewhere = Files.createDirectories(root.resolve("elsewhere"));
        Path other = Files.createDirectories(root.resolve("other"));
        Files.createSymbolicLink(other.resolve(".fullsend-cache"), elsewhere);
        assertThatThrownBy(() -> SkillCache.open(other, CacheBounds.DEFAULT, InstantSource.system()))
                .hasMessageContaining("a link");
    }

    @Test
    void theSameTwiceIsKeptOnce() throws IOException {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        assertThat(keep(cache).sha256()).isEqualTo(keep(cache).sha256());
        assertThat(root.resolve(".fullsend-cache/resources/sha256").toFile().list())
                .hasSize(1);
    }

    @Test
    void manyWhoFindItDamagedSetItAsideOnceAndNeverWhatWasHealed() throws Exception {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        Sha256 hash = keep(cache).sha256();
        for (int round = 0; round < 50; round++) {
            Files.writeString(entry(hash).resolve("tree/SKILL.md"), "evil");
            var together = new CyclicBarrier(8);
            List<Future<SkillCache.Found>> found = new ArrayList<>();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 8; i++) {
                    found.add(threads.submit(() -> {
                        together.await();
                        SkillCache.Found seen = cache.find(hash, PLACE);
                        return seen instanceof SkillCache.Hit ? seen : new SkillCache.Hit(keep(cache));
                    }));
                }
            }
            for (Future<SkillCache.Found> each : found) {
                assertThat(each.get()).isInstanceOf(SkillCache.Hit.class);
            }
            assertThat(cache.find(hash, PLACE)).isInstanceOf(SkillCache.Hit.class);
        }
    }

    @Test
    void whatMayNotBeReadIsDamageToo() throws Exception {
        WithoutRights.run(UnreadableEntries.class, UnreadableEntries::check, root);
    }

    @Test
    void itIsFoundByThoseAloneWhoNameAPlaceThatItWasGotFrom() throws IOException {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        CachedSkill kept = keep(cache);
        FetchSource other =
                FetchSource.of("https://github.com/evil/skills/tree/main/rust", "https://github.com/evil/other");
        assertThat(cache.find(kept.sha256(), other)).isEqualTo(new SkillCache.Miss());
        keep(cache, "one", other);
        for (SkillCache each : List.of(cache, SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system()))) {
            assertThat(each.find(kept.sha256(), other)).isInstanceOf(SkillCache.Hit.class);
            assertThat(each.find(kept.sha256(), PLACE)).isInstanceOf(SkillCache.Hit.class);
        }
        assertThat(Files.readString(entry(kept).resolve("metadata.json")))
                .contains("\"url\" : \"" + URL + "\"", "\"path\" : \"a/b.txt\"");
    }

    @Test
    void placesHaveABound() throws IOException {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        CachedSkill kept = keep(cache);
        for (int i = 0; i < 64; i++) {
            keep(cache, "one", FetchSource.of("x", "place " + i));
        }
        assertThat(cache.find(kept.sha256(), FetchSource.of("x", "place 0"))).isInstanceOf(SkillCache.Hit.class);
        assertThat(cache.find(kept.sha256(), PLACE)).as("the oldest").isEqualTo(new SkillCache.Miss());
    }

    @Test
    void whatWasUsedLongestAgoGivesWay() throws IOException {
        SkillCache cache = SkillCache.open(root, TWO_ENTRIES, clock);
        Sha256 first = keep(cache, "first", PLACE).sha256();
        Sha256 second = keep(cache, "second", PLACE).sha256();
        later(CacheEntries.RESTING.plusSeconds(1));
        assertThat(cache.find(first, PLACE)).isInstanceOf(SkillCache.Hit.class);
        Sha256 third = keep(cache, "third", PLACE).sha256();
        assertThat(cache.find(second, PLACE)).isEqualTo(new SkillCache.Miss());
        assertThat(cache.find(first, PLACE)).isInstanceOf(SkillCache.Hit.class);
        assertThat(cache.find(third, PLACE)).isInstanceOf(SkillCache.Hit.class);
        assertThat(root.resolve(".fullsend-cache/building")).isEmptyDirectory();
    }

    @Test
    void whatMayStillBeReadGivesWayToNothing() throws IOException {
        SkillCache cache = SkillCache.open(root, TWO_ENTRIES, clock);
        CachedSkill first = keep(cache, "first", PLACE);
        keep(cache, "second", PLACE);
        assertThatThrownBy(() -> keep(cache, "third", PLACE)).hasMessageContaining("the cache is full");
        assertThat(first.file(first.entries().getLast()).read(10)).isEqualTo(bytes("first"));
        assertThat(root.resolve(".fullsend-cache/building")).isEmptyDirectory();
    }

    @Test
    void aStartKnowsWhatWasUsedLastAndKeepsNoMoreThanThereMayBe() throws IOException {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, clock);
        List<Sha256> kept = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            kept.add(keep(cache, "skill " + i, PLACE).sha256());
            later(Duration.ofMinutes(1));
        }
        assertThat(cache.find(kept.getFirst(), PLACE)).isInstanceOf(SkillCache.Hit.class);
        SkillCache next = SkillCache.open(root, TWO_ENTRIES, clock);
        List<Sha256> found = new ArrayList<>();
        for (Sha256 each : kept) {
            if (next.find(each, PLACE) instanceof SkillCache.Hit) {
                found.add(each);
            }
        }
        assertThat(found).containsExactly(kept.getFirst(), kept.getLast());
    }

    @Test
    void nothingIsWrittenWhereTheDiskIsNearlyFull() throws IOException {
        SkillCache cache = SkillCache.open(root, new CacheBounds(1L << 30, CacheBounds.MOST), InstantSource.system());
        assertThatThrownBy(() -> keep(cache)).hasMessageContaining("bytes are free");
    }

    @Test
    void damagedEntriesAreKeptInABoundedNumber() throws IOException {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        for (int i = 0; i < 20; i++) {
            CachedSkill kept = keep(cache, "skill " + i, PLACE);
            Files.writeString(entry(kept).resolve("tree/SKILL.md"), "evil");
            assertThat(cache.find(kept.sha256(), PLACE)).isInstanceOf(SkillCache.Damaged.class);
        }
        assertThat(root.resolve(".fullsend-cache/damaged").toFile().list()).hasSize(16);
    }

    private void later(Duration time) {
        now = now.plus(time);
    }

    private static CachedSkill keep(SkillCache cache) throws IOException {
        return keep(cache, "one", PLACE);
    }

    private static CachedSkill keep(SkillCache cache, String text, FetchSource place) throws IOException {
        try (UnfinishedSkill building = cache.begin()) {
            building.add(new SkillPath("a/b.txt"), bytes("four"));
            building.add(new SkillPath("SKILL.md"), bytes(text));
            return building.keep(place, THEN);
        }
    }

    private Path entry(CachedSkill skill) {
        return entry(skill.sha256());
    }

    private Path entry(Sha256 hash) {
        return root.resolve(".fullsend-cache/resources/sha256").resolve(hash.hex());
    }

    private List<Path> all() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.sorted().toList();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}

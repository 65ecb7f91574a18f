package io.sallyport.fetch.cache;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.fetch.tree.Sha256;
import io.sallyport.fetch.tree.SkillPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkillCacheTest {
    private static final Instant THEN = Instant.parse("2026-01-02T03:04:05Z");
    private static final String URL = "https://github.com/acme/skills/tree/main/rust";

    @TempDir
    private Path root = Path.of("");

    @Test
    void whatIsKeptIsFoundWithEveryByte() throws IOException {
        SkillCache cache = SkillCache.open(root);
        CachedSkill kept = keep(cache);
        assertThat(SkillCache.open(root).find(kept.sha256())).isInstanceOfSatisfying(SkillCache.Hit.class, hit -> {
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
        SkillCache cache = SkillCache.open(root);
        List<Path> before = all();
        try (Building building = cache.begin()) {
            building.add(new SkillPath("d/SKILL.md"), bytes("one"));
        }
        assertThat(all()).isEqualTo(before);
    }

    @Test
    void whatACrashLeftHalfBuiltIsGoneAtTheNextStart() throws IOException {
        SkillCache cache = SkillCache.open(root);
        List<Path> before = all();
        cache.begin().add(new SkillPath("SKILL.md"), bytes("one"));
        SkillCache.open(root);
        assertThat(all()).isEqualTo(before);
    }

    @Test
    void aDamagedEntryIsSetAsideOnceAndNeverServed() throws IOException {
        SkillCache cache = SkillCache.open(root);
        CachedSkill kept = keep(cache);
        Files.writeString(entry(kept).resolve("tree/SKILL.md"), "evil");
        assertThat(cache.find(kept.sha256())).isEqualTo(new SkillCache.Damaged("its files have another hash"));
        assertThat(cache.find(kept.sha256())).isEqualTo(new SkillCache.Miss());
        assertThat(keep(cache).sha256()).isEqualTo(kept.sha256());
        assertThat(cache.find(kept.sha256())).isInstanceOf(SkillCache.Hit.class);
    }

    @Test
    void aPlantedLinkIsDamage() throws IOException {
        SkillCache cache = SkillCache.open(root);
        CachedSkill kept = keep(cache);
        Files.createSymbolicLink(entry(kept).resolve("tree/link"), Path.of("/etc/passwd"));
        assertThat(cache.find(kept.sha256())).isInstanceOf(SkillCache.Damaged.class);
    }

    @Test
    void anExtraFileIsDamageWhateverItIsCalled() throws IOException {
        SkillCache cache = SkillCache.open(root);
        CachedSkill kept = keep(cache);
        Files.writeString(entry(kept).resolve("tree/report.tmp.1"), "x");
        assertThat(cache.find(kept.sha256())).isInstanceOf(SkillCache.Damaged.class);
    }

    @Test
    void missingMetadataAreDamage() throws IOException {
        SkillCache cache = SkillCache.open(root);
        CachedSkill kept = keep(cache);
        Files.delete(entry(kept).resolve("metadata.json"));
        assertThat(cache.find(kept.sha256())).isInstanceOf(SkillCache.Damaged.class);
    }

    @Test
    void aFileIsComparedAgainAsItIsServed() throws IOException {
        SkillCache cache = SkillCache.open(root);
        CachedSkill kept = keep(cache);
        Files.writeString(entry(kept).resolve("tree/SKILL.md"), "evil");
        assertThatThrownBy(() -> kept.read(kept.entries().getLast())).hasMessageContaining("was changed");
    }

    @Test
    void aLinkInPlaceOfTheCacheIsRefused() throws IOException {
        Path elsewhere = Files.createDirectories(root.resolve("elsewhere"));
        Path other = Files.createDirectories(root.resolve("other"));
        Files.createSymbolicLink(other.resolve(".fullsend-cache"), elsewhere);
        assertThatThrownBy(() -> SkillCache.open(other)).hasMessageContaining("a link");
    }

    @Test
    void theSameTwiceIsKeptOnce() throws IOException {
        SkillCache cache = SkillCache.open(root);
        assertThat(keep(cache).sha256()).isEqualTo(keep(cache).sha256());
        assertThat(cache.hashes()).hasSize(1);
    }

    private static CachedSkill keep(SkillCache cache) throws IOException {
        try (Building building = cache.begin()) {
            building.add(new SkillPath("a/b.txt"), bytes("four"));
            building.add(new SkillPath("SKILL.md"), bytes("one"));
            return building.keep(URL, THEN);
        }
    }

    private Path entry(CachedSkill skill) {
        Sha256 hash = skill.sha256();
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

package io.sallyport.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.fetch.cache.CacheBounds;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.cache.FetchSource;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.cache.UnfinishedSkill;
import io.sallyport.fetch.landing.Executables;
import io.sallyport.fetch.landing.SkillTar;
import io.sallyport.fetch.tree.SkillPath;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Skills where a sandbox finds them, whatever it planted there. */
@Execution(ExecutionMode.CONCURRENT)
class LandedSkillsTest {
    private static final Map<String, String> SKILL = Map.of("SKILL.md", "# A\n", "run.sh", "#!/bin/sh\n");

    @TempDir
    private Path directory = Path.of("");

    @Test
    void plantedLinksAreNeitherFollowedNorWrittenThrough() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            Path outside = Files.createDirectories(directory.resolve("outside"));
            String url = fixture.skill("a", SKILL);
            String hash = url.substring(url.length() - 64);
            Files.createSymbolicLink(fixture.sandbox().resolve(hash.substring(0, 8) + "-a"), outside);
            HttpResponse<String> answer = fixture.fetch(url);
            assertThat(answer.body()).contains("/sandbox/skills/" + hash.substring(0, 16) + "-a");
            assertThat(fixture.landed(answer).resolve("SKILL.md")).isRegularFile();
            assertThat(FetchFixture.below(outside)).containsExactly("");
        }
    }

    @Test
    void aLinkInPlaceOfTheLandingDirectoryIsNotFollowed() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            Path outside = Files.createDirectories(directory.resolve("outside"));
            Files.delete(fixture.sandbox());
            Files.createSymbolicLink(fixture.sandbox(), outside);
            HttpResponse<String> answer = fixture.fetch(fixture.skill("a", SKILL));
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).isEqualTo("{\"error\":\"failed to upload skill to sandbox\"}\n");
            assertThat(FetchFixture.below(outside)).containsExactly("");
            assertThat(FetchFixture.below(directory.resolve("staging"))).containsExactly("");
            assertThat(fixture.allowance.taken()).isZero();
        }
    }

    @Test
    void theSameSkillLandsOnceAndAgainOnlyWhenItIsGone() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", SKILL);
            Path landed = fixture.landed(fixture.fetch(url));
            Files.writeString(landed.resolve("mark"), "x");
            assertThat(fixture.landed(fixture.fetch(url)).resolve("mark")).exists();
            Files.move(landed, landed.resolveSibling("moved"));
            assertThat(fixture.landed(fixture.fetch(url)).resolve("mark")).doesNotExist();
        }
    }

    @Test
    void aTarHoldsTheSkillAndItsExecutables() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", Map.of("SKILL.md", "# A\n", "bin/run", "#!/bin/sh\n", "é".repeat(90), "x"));
            HttpResponse<byte[]> answer = fixture.send(
                    fixture.request()
                            .header("Accept", "application/x-tar")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"url\":\"" + url + "\"}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            assertThat(answer.headers().firstValue("content-type")).hasValue("application/x-tar");
            String root = url.substring(url.length() - 64).substring(0, 8) + "-a/";
            assertThat(entries(answer.body()))
                    .containsOnlyKeys(root + "SKILL.md", root + "bin/run", root + "é".repeat(90))
                    .containsEntry(root + "SKILL.md", 0644)
                    .containsEntry(root + "bin/run", 0755);
            assertThat(FetchFixture.below(fixture.sandbox())).containsExactly("");
        }
    }

    @Test
    void aTarIsMadeInPieces() throws Exception {
        byte[] large = new byte[8 << 20];
        new Random(7).nextBytes(large);
        SkillCache cache = SkillCache.open(directory, CacheBounds.DEFAULT, InstantSource.system());
        try (UnfinishedSkill building = cache.begin()) {
            building.add(new SkillPath("SKILL.md"), "# A\n".getBytes(UTF_8));
            building.add(new SkillPath("large"), large);
            CachedSkill skill = building.keep(FetchSource.of("x", "x"), Instant.EPOCH);
            var out = new ByteArrayOutputStream() {
                private int longest;

                @Override
                public synchronized void write(byte[] bytes, int from, int length) {
                    longest = Math.max(longest, length);
                    super.write(bytes, from, length);
                }
            };
            new SkillTar(skill, "a", Executables.SHEBANG).writeTo(out);
            assertThat(out.longest).isLessThanOrEqualTo(64 << 10);
            try (var in = new TarArchiveInputStream(new ByteArrayInputStream(out.toByteArray()))) {
                assertThat(in.getNextEntry().getName()).isEqualTo("a/SKILL.md");
                assertThat(in.getNextEntry().getName()).isEqualTo("a/large");
                assertThat(in.readAllBytes()).isEqualTo(large);
            }
        }
    }

    @Test
    void aTarThatIsCutBetweenTwoFilesHasNoEnd() throws Exception {
        SkillCache cache = SkillCache.open(directory, CacheBounds.DEFAULT, InstantSource.system());
        try (UnfinishedSkill building = cache.begin()) {
            building.add(new SkillPath("SKILL.md"), "# A\n".getBytes(UTF_8));
            building.add(new SkillPath("gone"), "x".getBytes(UTF_8));
            CachedSkill skill = building.keep(FetchSource.of("x", "x"), Instant.EPOCH);
            Files.delete(directory.resolve(".fullsend-cache/resources/sha256/" + skill.sha256() + "/tree/gone"));
            var out = new ByteArrayOutputStream();
            assertThatThrownBy(() -> new SkillTar(skill, "a", Executables.SHEBANG).writeTo(out))
                    .isInstanceOf(IOException.class);
            assertThat(out.size())
                    .as("a head and its content, and no blocks of zeros")
                    .isLessThanOrEqualTo(2 * 512);
        }
    }

    private static Map<String, Integer> entries(byte[] tar) throws IOException {
        Map<String, Integer> entries = new TreeMap<>();
        try (var in = new TarArchiveInputStream(new ByteArrayInputStream(tar))) {
            for (TarArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                entries.put(entry.getName(), entry.getMode());
            }
        }
        return entries;
    }
}

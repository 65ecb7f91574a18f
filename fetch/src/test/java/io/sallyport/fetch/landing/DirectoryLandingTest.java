package io.sallyport.fetch.landing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sallyport.fetch.WithoutRights;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.CacheBounds;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.cache.FetchSource;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.cache.UnfinishedSkill;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.fetch.tree.SkillPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A sandbox's directory over its whole life, and over several lives of the gateway. */
@Execution(ExecutionMode.CONCURRENT)
class DirectoryLandingTest {
    private static final int LEVELS = 1_500;

    @TempDir
    private Path root = Path.of("");

    private Path destination = Path.of("");

    @BeforeEach
    void resolve() throws IOException {
        root = root.toRealPath();
        destination = root.resolve("skills/sb-1");
    }

    private DirectoryLanding landing() throws IOException {
        return landing(LandingBounds.DEFAULT);
    }

    private DirectoryLanding landing(LandingBounds bounds) throws IOException {
        return new DirectoryLanding(
                destination,
                "/sandbox/skills",
                Staging.open(root.resolve("staging"), Executables.SHEBANG, bounds, Runnable::run));
    }

    private CachedSkill skill() throws IOException {
        try (UnfinishedSkill building = SkillCache.open(
                        root.resolve("cache"), CacheBounds.DEFAULT, InstantSource.system())
                .begin()) {
            building.add(new SkillPath("SKILL.md"), "# A\n".getBytes(UTF_8));
            building.add(new SkillPath("scripts/run.sh"), "#!/bin/sh\n".getBytes(UTF_8));
            return building.keep(FetchSource.of("https://example.test/", "https://example.test/"), Instant.EPOCH);
        }
    }

    private static FetchDeadline soon() {
        return FetchDeadline.in(Duration.ofSeconds(20), System::nanoTime);
    }

    private static long names(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.count();
        }
    }

    @Test
    void theSameLandsHoweverOftenTheGatewayBegan() throws Exception {
        CachedSkill skill = skill();
        Set<String> places = new HashSet<>();
        for (int life = 0; life < 20; life++) {
            String at = landing().deliver(skill, "a", soon());
            assertThat(at)
                    .startsWith("/sandbox/skills/" + skill.sha256().prefix(8))
                    .endsWith("-a");
            assertThat(destination
                            .resolve(at.substring("/sandbox/skills/".length()))
                            .resolve("scripts/run.sh"))
                    .isExecutable();
            places.add(at);
        }
        assertThat(places).as("nothing that lay there is taken for what landed").hasSize(20);
        assertThat(names(root.resolve("staging"))).isZero();
    }

    @Test
    void whatLandedGoesWithItsSandboxAndTheNextOneSeesNothing() throws Exception {
        DirectoryLanding landing = landing();
        landing.deliver(skill(), "a", soon());
        landing.end();
        assertThat(destination).doesNotExist();
        assertThat(names(root.resolve("staging"))).isZero();
        var refused = catchThrowableOfType(RefusedException.class, () -> landing.deliver(skill(), "a", soon()));
        assertThat(refused.refused().detail()).contains("is no more");
        assertThat(destination).doesNotExist();
        landing().deliver(skill(), "b", soon());
        assertThat(names(destination)).isEqualTo(1);
    }

    @Test
    void whatLandsAgainAndAgainIsBoundedInNumberAndInBytes() throws Exception {
        CachedSkill skill = skill();
        for (LandingBounds each :
                List.of(new LandingBounds(3, 1_000, 1), new LandingBounds(1_000, 3 * skill.bytes() + 1, 1))) {
            DirectoryLanding landing = landing(each);
            for (int i = 0; i < 3; i++) {
                String at = landing.deliver(skill, "a", soon());
                assertThat(landing.deliver(skill, "a", soon()))
                        .as("what is there costs nothing")
                        .isEqualTo(at);
                Path landed = destination.resolve(at.substring("/sandbox/skills/".length()));
                Files.move(landed, root.resolve("away" + i + each.times()));
            }
            var refused = catchThrowableOfType(RefusedException.class, () -> landing.deliver(skill, "a", soon()));
            assertThat(refused.refused().status()).isEqualTo(429);
        }
    }

    @Test
    void nothingLandsWhereTheDiskIsAlmostFull() throws Exception {
        DirectoryLanding landing = landing(new LandingBounds(10, 1_000, Long.MAX_VALUE));
        var refused = catchThrowableOfType(RefusedException.class, () -> landing.deliver(skill(), "a", soon()));
        assertThat(refused.refused().status()).isEqualTo(500);
        assertThat(refused.refused().detail()).contains("free on the disk");
        assertThat(names(destination)).isZero();
        assertThat(names(root.resolve("staging"))).isZero();
    }

    @Test
    void linksThatTheSandboxLaidAreRemovedAndNotFollowed() throws Exception {
        Path outside = Files.createDirectories(root.resolve("outside"));
        Files.writeString(outside.resolve("kept"), "x");
        DirectoryLanding landing = landing();
        landing.deliver(skill(), "a", soon());
        Files.createSymbolicLink(destination.resolve("link"), outside);
        Files.createDirectories(destination.resolve("deep/er"));
        Files.createSymbolicLink(destination.resolve("deep/er/link"), outside);
        Files.createLink(destination.resolve("deep/hard"), outside.resolve("kept"));
        landing.end();
        assertThat(destination).doesNotExist();
        assertThat(names(root.resolve("staging"))).isZero();
        assertThat(outside.resolve("kept")).hasContent("x");
    }

    @Test
    void aDirectoryThatIsItselfALinkGoesAndWhereItLeadsStays() throws Exception {
        Path outside = Files.createDirectories(root.resolve("outside"));
        Files.writeString(outside.resolve("kept"), "x");
        Files.createDirectories(root.resolve("skills"));
        Files.createSymbolicLink(destination, outside);
        landing().end();
        assertThat(Files.isSymbolicLink(destination)).isFalse();
        assertThat(outside.resolve("kept")).hasContent("x");
    }

    @Test
    void whatIsNestedDeepNeitherFillsAStackNorOpensManyDirectories() throws Exception {
        Files.createDirectories(destination.resolve("d/".repeat(LEVELS)));
        landing().end();
        assertThat(destination).doesNotExist();
        assertThat(names(root.resolve("staging"))).isZero();
    }

    @Test
    void whatMayNotBeRemovedKeepsNothingElseAndNothingLandsWhereItCouldNotBeMoved() throws Exception {
        WithoutRights.run(DeniedDirectories.class, DeniedDirectories::check, root);
    }

    @Test
    void whatACrashLeftHalfDeliveredIsRemoved() throws Exception {
        Staging staging =
                Staging.open(root.resolve("staging"), Executables.SHEBANG, LandingBounds.DEFAULT, Runnable::run);
        staging.copy(skill(), "a");
        assertThat(names(root.resolve("staging"))).isEqualTo(1);
        staging.clear();
        assertThat(names(root.resolve("staging"))).isZero();
    }
}

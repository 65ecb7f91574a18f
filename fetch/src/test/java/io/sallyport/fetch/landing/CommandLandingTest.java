package io.sallyport.fetch.landing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.CacheBounds;
import io.sallyport.fetch.cache.CachedFile;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.cache.FetchSource;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.cache.UnfinishedSkill;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.fetch.tree.SkillPath;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Uploads by a real script, which notes each of its runs. */
@Execution(ExecutionMode.CONCURRENT)
class CommandLandingTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path root = Path.of("");

    private CommandLanding landing(String script, Duration atMost) throws IOException {
        return landing("sb-1", uploads(script, atMost), LandingBounds.DEFAULT);
    }

    private CommandLanding landing(String sandbox, UploadRuns uploads, LandingBounds bounds) throws IOException {
        Staging staging = Staging.open(root.resolve("staging"), Executables.SHEBANG, bounds, Runnable::run);
        return new CommandLanding(uploads, new SandboxId(sandbox), "/sandbox/skills", staging);
    }

    private UploadRuns uploads(String script, Duration atMost) throws IOException {
        Path program = Files.writeString(root.resolve("upload.sh"), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        var words = List.of(program.toString(), root.toString(), "{sandbox}", "{source}", "{destination}");
        if (!(UploadCommand.parse(words, "") instanceof Parsed.Accepted(var command))) {
            throw new AssertionError("no command");
        }
        return new UploadRuns(command, Map.of("PATH", "/usr/bin:/bin", "SEEN", "yes"), atMost);
    }

    private static FetchDeadline soon() {
        return FetchDeadline.in(LONG, System::nanoTime);
    }

    private CachedSkill skill(String text) throws IOException {
        try (UnfinishedSkill building = SkillCache.open(
                        root.resolve("cache"), CacheBounds.DEFAULT, InstantSource.system())
                .begin()) {
            building.add(new SkillPath("SKILL.md"), text.getBytes(UTF_8));
            building.add(new SkillPath("scripts/run.sh"), "#!/bin/sh\n".getBytes(UTF_8));
            return building.keep(FetchSource.of("https://example.test/", "https://example.test/"), Instant.EPOCH);
        }
    }

    private List<String> runs() throws IOException {
        Path file = root.resolve("runs");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private void nothingIsLeft() throws IOException {
        try (Stream<Path> all = Files.list(root.resolve("staging"))) {
            assertThat(all).isEmpty();
        }
    }

    @Test
    void theCommandGetsTheFilesAndTheirPlaceAsItsArguments() throws Exception {
        CommandLanding landing = landing("cp -r \"$3\" \"$1/copied\"\necho \"$2 $4\" >> \"$1/runs\"\n", LONG);
        CachedSkill skill = skill("# A\n");
        String at = landing.deliver(skill, "rust tools", soon());
        assertThat(at).isEqualTo("/sandbox/skills/" + skill.sha256().prefix(8) + "-rust tools");
        assertThat(runs()).containsExactly("sb-1 " + at);
        assertThat(root.resolve("copied/SKILL.md")).hasContent("# A");
        assertThat(Files.isExecutable(root.resolve("copied/scripts/run.sh"))).isTrue();
        nothingIsLeft();
    }

    @Test
    void aSingleFileComesInTheSameWay() throws Exception {
        CommandLanding landing = landing("cp \"$3\" \"$1/copied\"\necho \"$2 $4\" >> \"$1/runs\"\n", LONG);
        byte[] content = "#!/bin/sh\necho hello\n".getBytes(UTF_8);
        Path kept = Files.write(root.resolve("content"), content);
        var file = new CachedFile(kept, Sha256.of(content), Instant.EPOCH, content.length);
        String at = landing.deliver(file, "hello.sh", soon());
        assertThat(at).isEqualTo("/sandbox/skills/" + file.sha256().prefix(8) + "-hello.sh");
        assertThat(landing.deliver(file, "hello.sh", soon())).isEqualTo(at);
        assertThat(runs()).containsExactly("sb-1 " + at);
        assertThat(root.resolve("copied")).hasBinaryContent(content).isExecutable();
        nothingIsLeft();
    }

    @Test
    void aFileWithTheHashAndTheNameOfASkillIsAnotherThing() throws Exception {
        CommandLanding landing =
                landing("[ -d \"$3\" ] && echo skill >> \"$1/runs\" || echo file >> \"$1/runs\"\n", LONG);
        CachedSkill skill = skill("# A\n");
        var lines = new StringBuilder();
        skill.entries().stream()
                .map(entry -> entry.path().text() + ":" + entry.sha256() + "\n")
                .sorted()
                .forEach(lines::append);
        Path kept = Files.writeString(root.resolve("content"), lines);
        Sha256 hash = Sha256.of(Files.readAllBytes(kept));
        assertThat(hash).isEqualTo(skill.sha256());
        var file = new CachedFile(kept, hash, Instant.EPOCH, lines.length());
        String first = landing.deliver(file, "a", soon());
        assertThat(landing.deliver(skill, "a", soon())).isNotEqualTo(first);
        assertThat(landing.deliver(file, "a", soon())).isEqualTo(first);
        assertThat(runs()).containsExactly("file", "skill");
    }

    @Test
    void aFileThatIsNotDeliveredIsCalledAFile() throws Exception {
        CommandLanding landing = landing("exit 1\n", LONG);
        Path kept = Files.writeString(root.resolve("content"), "x");
        var file = new CachedFile(kept, Sha256.of("x".getBytes(UTF_8)), Instant.EPOCH, 1);
        for (FetchDeadline each : List.of(soon(), FetchDeadline.in(Duration.ZERO, System::nanoTime))) {
            assertThat(refused(() -> landing.deliver(file, "a", each)).text())
                    .isEqualTo("failed to upload file to sandbox");
        }
    }

    @Test
    void theSameIsUploadedOnceHoweverManyAsk() throws Exception {
        CommandLanding landing = landing("echo x >> \"$1/runs\"\n", LONG);
        CachedSkill skill = skill("# A\n");
        List<Future<String>> asked = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                asked.add(threads.submit(() -> landing.deliver(skill, "a", soon())));
            }
        }
        for (Future<String> each : asked) {
            assertThat(each.get()).endsWith("-a");
        }
        assertThat(runs()).hasSize(1);
    }

    @Test
    void twoNamesOfOneSkillAndTwoSkillsOfOneNameAreUploadedEach() throws Exception {
        CommandLanding landing = landing("echo x >> \"$1/runs\"\n", LONG);
        assertThat(landing.deliver(skill("# A\n"), "a", soon()))
                .isNotEqualTo(landing.deliver(skill("# B\n"), "a", soon()));
        landing.deliver(skill("# A\n"), "b", soon());
        assertThat(runs()).hasSize(3);
    }

    @Test
    void aStatusOtherThanZeroFailsAndIsTriedAnew() throws Exception {
        CommandLanding landing = landing("echo x >> \"$1/runs\"\necho the token is hunter2 >&2\nexit 3\n", LONG);
        CachedSkill skill = skill("# A\n");
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> landing.deliver(skill, "a", soon()))
                    .isInstanceOfSatisfying(RefusedException.class, e -> {
                        assertThat(e.refused().status()).isEqualTo(500);
                        assertThat(e.refused().text()).isEqualTo("failed to upload skill to sandbox");
                        assertThat(e.refused().detail()).isEqualTo("the upload command ended with status 3");
                    });
        }
        assertThat(runs()).hasSize(2);
        nothingIsLeft();
    }

    @Test
    void whatDoesNotEndIsKilled() throws Exception {
        CommandLanding landing = landing("sleep 600\n", Duration.ofMillis(300));
        CachedSkill skill = skill("# A\n");
        assertThatThrownBy(() -> landing.deliver(skill, "a", soon()))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.refused().detail()).contains("did not end"));
        nothingIsLeft();
    }

    @Test
    void aChildThatHoldsTheOutputIsNotWaitedFor() throws Exception {
        CommandLanding landing = landing("sleep 5 &\necho x >> \"$1/runs\"\n", LONG);
        assertThat(landing.deliver(skill("# A\n"), "a", soon())).endsWith("-a");
        assertThat(runs()).hasSize(1);
    }

    @Test
    void outputWithoutEndFillsNothing() throws Exception {
        CommandLanding landing = landing("head -c 50000000 /dev/zero\nexit 0\n", LONG);
        assertThat(landing.deliver(skill("# A\n"), "a", soon())).endsWith("-a");
    }

    @Test
    void theCommandSeesTheNamedVariablesAlone() throws Exception {
        CommandLanding landing = landing("env | sort > \"$1/runs\"\ncat >> \"$1/runs\"\n", LONG);
        landing.deliver(skill("# A\n"), "a", soon());
        assertThat(runs())
                .allMatch(line -> line.matches("(PATH|SEEN|PWD|_|OLDPWD|SHLVL)=.*"))
                .contains("SEEN=yes");
    }

    @Test
    void failuresCountSoThatTheyStartNoProcessWithoutEnd() throws Exception {
        CommandLanding landing =
                landing("sb-1", uploads("echo x >> \"$1/runs\"\nexit 1\n", LONG), new LandingBounds(3, 1_000, 1));
        CachedSkill skill = skill("# A\n");
        for (int i = 0; i < 3; i++) {
            String name = "name" + i;
            assertThat(refused(() -> landing.deliver(skill, name, soon())).status())
                    .isEqualTo(500);
        }
        assertThat(refused(() -> landing.deliver(skill, "another", soon())).status())
                .isEqualTo(429);
        assertThat(runs()).hasSize(3);
    }

    @Test
    void theCommandIsKilledAtTheEndOfTheFetch() throws Exception {
        CommandLanding landing = landing("touch \"$1/started\"\nsleep 600\n", LONG);
        CachedSkill skill = skill("# A\n");
        Path started = root.resolve("started");
        long second = Duration.ofSeconds(1).toNanos();
        var deadline = FetchDeadline.in(Duration.ofNanos(second), () -> Files.exists(started) ? second : 0);
        assertThat(refused(() -> landing.deliver(skill, "a", deadline)).detail())
                .contains("did not end in time");
        assertThat(refused(() -> landing.deliver(skill, "b", deadline)).detail())
                .contains("all the time");
        nothingIsLeft();
    }

    @Test
    void oneSandboxLeavesPlacesForOthers() throws Exception {
        String script = "[ \"$2\" = sb-2 ] || while [ ! -e \"$1/go\" ]; do sleep 0.05; done\necho $2 >> \"$1/runs\"\n";
        UploadRuns uploads = uploads(script, LONG);
        CommandLanding greedy = landing("sb-1", uploads, LandingBounds.DEFAULT);
        CachedSkill skill = skill("# A\n");
        List<Future<String>> asked = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                String name = "name" + i;
                asked.add(threads.submit(() -> greedy.deliver(skill, name, soon())));
            }
            assertThat(landing("sb-2", uploads, LandingBounds.DEFAULT).deliver(skill, "a", soon()))
                    .endsWith("-a");
            assertThat(runs()).containsExactly("sb-2");
            Files.createFile(root.resolve("go"));
        }
        for (Future<String> each : asked) {
            assertThat(each.get()).startsWith("/sandbox/skills/");
        }
    }

    @Test
    void nothingIsUploadedForASandboxThatEnded() throws Exception {
        CommandLanding landing = landing("echo x >> \"$1/runs\"\n", LONG);
        CachedSkill skill = skill("# A\n");
        landing.end();
        assertThat(refused(() -> landing.deliver(skill, "a", soon())).detail()).contains("is no more");
        assertThat(runs()).isEmpty();
    }

    private static FetchRefusal refused(ThrowingCallable asked) {
        return catchThrowableOfType(RefusedException.class, asked).refused();
    }
}

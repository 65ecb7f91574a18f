package io.sallyport.apiservers.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.apiservers.FolderTrees;
import io.sallyport.apiservers.OldRun;
import io.sallyport.apiservers.RunFolder;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogRetentionTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void theOldestGoFirstWhereThereAreTooMany() throws IOException {
        run("z", 1, 10);
        run("a", 2, 10);
        run("m", 3, 10);
        new LogRetention(folder, 2, 1000).sweep();
        assertThat(left()).containsExactly("a", "m");
    }

    @Test
    void andWhereTheyAreTooLarge() throws IOException {
        run("z", 1, 10);
        run("a", 2, 600);
        run("m", 3, 600);
        new LogRetention(folder, 100, 1000).sweep();
        assertThat(left()).containsExactly("m");
    }

    @Test
    void aRunThatHasNotEndedIsLeftHoweverOldItIs() throws IOException {
        OldRun.begin(new RunFolder(run("z", 1, 5000)), "z");
        run("a", 2, 10);
        run("m", 3, 10);
        new LogRetention(folder, 1, 1000).sweep();
        assertThat(left()).containsExactly("m", "z");
    }

    /** What a server of ours left there leads nowhere. */
    @Test
    void noLinkIsFollowed() throws IOException {
        Path precious = Files.writeString(
                Files.createDirectory(folder.resolveSibling(folder.getFileName() + "-p"))
                        .resolve("f"),
                "p");
        Path logs = run("z", 1, 10).resolve("logs");
        Files.createSymbolicLink(logs.resolve("link"), precious.resolveSibling(""));
        new LogRetention(folder, 0, 0).sweep();
        assertThat(left()).isEmpty();
        assertThat(precious).hasContent("p");
        Files.delete(precious);
        Files.delete(precious.resolveSibling(""));
    }

    @Test
    void whatOthersDeleteMeanwhileIsNoFault() throws Exception {
        Path processes = run("a", 1, 10).resolve("processes");
        var logs = new LogRetention(folder, 100, 1 << 20);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> sweeping = threads.submit(() -> {
                for (int i = 0; i < 2000; i++) {
                    logs.sweep();
                }
            });
            while (!sweeping.isDone()) {
                Files.writeString(Files.createDirectories(processes).resolve("one.json"), "{}");
                FolderTrees.delete(processes);
            }
            sweeping.get();
        }
    }

    @Test
    void whereNothingRanNothingIsDone() {
        new LogRetention(folder.resolve("absent"), 1, 1).sweep();
        assertThat(folder.resolve("absent")).doesNotExist();
    }

    @Test
    void namesSortByTimeAndNoTwoAreAlike() {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            names.add(RunNames.next(new SandboxId("sb.1"), Instant.ofEpochSecond(1)));
        }
        assertThat(names).hasSize(100).allMatch(name -> name.matches("sb\\.1\\.19700101T000001000Z-[0-9a-f]{8}"));
    }

    private Path run(String sandbox, long second, int bytes) throws IOException {
        Path run = folder.resolve(RunNames.next(new SandboxId(sandbox), Instant.ofEpochSecond(second)));
        Files.createDirectories(run.resolve("logs"));
        Files.write(run.resolve("logs/w.log"), new byte[bytes]);
        return run;
    }

    private List<String> left() throws IOException {
        try (Stream<Path> runs = Files.list(folder)) {
            return runs.map(run -> String.valueOf(run.getFileName()))
                    .map(name -> name.substring(0, name.indexOf('.')))
                    .sorted()
                    .toList();
        }
    }
}

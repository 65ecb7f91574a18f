package io.sallyport.apiservers.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.model.SandboxId;
import io.sallyport.model.text.Parsed;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder that the sandbox shares, against a sandbox that plants what it can there. */
class SharedFolderTest {
    private static final SandboxId SB = new SandboxId("sb-1");
    private static final TransferBounds SMALL = new TransferBounds(1 << 20, 20, 4);
    private static final String SECRET = "secret of the host";

    @TempDir
    private Path folder = Path.of("");

    private Path shared = Path.of("");
    private Path local = Path.of("");
    private Path outside = Path.of("");

    @BeforeEach
    void make() throws IOException {
        shared = Files.createDirectories(folder.resolve("sandboxes/sb-1"));
        local = Files.createDirectories(folder.resolve("local"));
        outside = Files.createDirectories(folder.resolve("outside"));
        Files.writeString(outside.resolve("secret"), SECRET);
    }

    @Test
    void aFileComesOutAndGoesInAsItIs() throws Exception {
        write(shared.resolve("in/question.txt"), "how many?");
        get("in/question.txt", "q");
        assertThat(local.resolve("q")).hasContent("how many?");
        write(local.resolve("answer"), "two");
        put("answer", "out/deep/answer.txt");
        assertThat(shared.resolve("out/deep/answer.txt")).hasContent("two");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(shared.resolve("out/deep"))))
                .isEqualTo("rwxr-xr-x");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(shared.resolve("out/deep/answer.txt"))))
                .isEqualTo("rw-r--r--");
    }

    @Test
    void aDirectoryComesAsAWholeWithItsPrograms() throws Exception {
        write(shared.resolve("tree/bin/run"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(shared.resolve("tree/bin/run"), PosixFilePermissions.fromString("rwx------"));
        Files.createDirectories(shared.resolve("tree/empty"));
        get("tree", "tree");
        assertThat(local.resolve("tree/bin/run")).hasContent("#!/bin/sh\n").isExecutable();
        assertThat(local.resolve("tree/empty")).isEmptyDirectory();
        put("tree", "copy");
        assertThat(shared.resolve("copy/bin/run")).isExecutable();
    }

    @Test
    void aFileTakesThePlaceOfAFileAndOfALinkAndOfNothingElse() throws Exception {
        write(local.resolve("new"), "new");
        write(shared.resolve("file"), "old");
        Files.createSymbolicLink(shared.resolve("link"), outside.resolve("secret"));
        write(shared.resolve("directory/x"), "x");
        put("new", "file");
        put("new", "link");
        assertThat(shared.resolve("file")).hasContent("new");
        assertThat(shared.resolve("link")).isRegularFile().hasContent("new");
        assertThatThrownBy(() -> put("new", "directory"))
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("is there already");
        write(local.resolve("tree/y"), "y");
        assertThatThrownBy(() -> put("tree", "directory"))
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("is there already");
        assertThat(shared.resolve("directory")).isDirectoryContaining("glob:**/x");
        nothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"link", "tree/link", "tree/a/link"})
    void aLinkIsNotFollowedAtAnyLevel(String at) throws Exception {
        write(shared.resolve("tree/a/file"), "x");
        Files.createSymbolicLink(shared.resolve(at), outside.resolve("secret"));
        refused("is a link", () -> get(at, "got"));
        refused("is a link", () -> get(at.startsWith("tree") ? "tree" : at, "got"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/b", "a/b/c"})
    void aDirectoryOnTheWayIsNoLink(String at) throws Exception {
        Files.createDirectories(shared.resolve("a/b"));
        Files.deleteIfExists(shared.resolve(at).resolve("b"));
        Files.deleteIfExists(shared.resolve(at));
        Files.createSymbolicLink(shared.resolve(at), outside);
        refused("is a link", () -> get(at + "/secret", "got"));
        write(local.resolve("mine"), "mine");
        refused("is a link", () -> put("mine", at + "/new"));
        refused("is a link", () -> put("mine", at + "/made/new"));
        assertThat(outside).isDirectoryNotContaining("glob:**/{new,made}");
    }

    @Test
    void aFolderThatIsALinkIsNoSandboxes() throws Exception {
        Files.delete(shared);
        Files.createSymbolicLink(shared, outside);
        refused("is a link", () -> get("secret", "got"));
        Files.delete(shared);
        assertThatThrownBy(() -> get("secret", "got"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("sandbox sb-1 has no folder");
    }

    @Test
    void aPipeIsRefusedAndNotWaitedFor() throws Exception {
        Files.createDirectories(shared.resolve("tree"));
        pipe(shared.resolve("tree/pipe"));
        refused("tree/pipe: is neither a file nor a directory", () -> get("tree", "got"));
        refused("pipe: is neither a file nor a directory", () -> get("tree/pipe", "got"));
        refused("pipe: is no directory", () -> get("tree/pipe/x", "got"));
        write(local.resolve("mine"), "mine");
        refused("pipe: is no directory", () -> put("mine", "tree/pipe/x"));
    }

    @Test
    void whatIsTooLargeIsRefusedBeforeItIsRead() throws Exception {
        try (var holes = new RandomAccessFile(shared.resolve("holes").toFile(), "rw")) {
            holes.setLength(1L << 42);
        }
        refused("holes: makes more than 1048576 bytes", () -> get("holes", "got"));
        Files.write(shared.resolve("tree-a"), new byte[1 << 20]);
        get("tree-a", "fits");
        assertThat(local.resolve("fits")).hasSize(1 << 20);
        write(shared.resolve("tree/one"), "x");
        Files.write(shared.resolve("tree/two"), new byte[1 << 20]);
        refused("makes more than 1048576 bytes", () -> get("tree", "got"));
    }

    @Test
    void whatIsTooManyOrTooDeepIsRefused() throws Exception {
        for (int i = 0; i < 19; i++) {
            write(shared.resolve("many/" + i), "");
        }
        get("many", "fits");
        write(shared.resolve("many/19"), "");
        refused("is one more than 20 files and directories", () -> get("many", "got"));
        Files.createDirectories(shared.resolve("a/b/c/d"));
        get("a", "deep");
        Files.createDirectories(shared.resolve("a/b/c/d/e"));
        refused("a/b/c/d/e: lies deeper than 4 directories", () -> get("a", "got"));
    }

    @Test
    void namesThatNoLogCanShowAreRefusedAndShownOtherwise() throws Exception {
        write(shared.resolve("tree/a\u001b[2J"), "x");
        refused("tree/a\\u{1b}[2J: has a name that cannot be copied", () -> get("tree", "got"));
    }

    @Test
    void whatIsNotThereIsToldSo() throws Exception {
        refused("nothing: is not there", () -> get("nothing", "got"));
        refused("no: is not there", () -> get("no/thing", "got"));
        refused("mine: is not there", () -> put("mine", "in/x"));
    }

    @Test
    void whatTheServerHasMadeOfHostileThingsIsReadNoFurtherEither() throws Exception {
        Files.createDirectories(local.resolve("built"));
        Files.createSymbolicLink(local.resolve("built/link"), outside.resolve("secret"));
        refused("built/link: is a link", () -> put("built", "out"));
        Files.createSymbolicLink(local.resolve("link"), outside.resolve("secret"));
        refused("link: is a link", () -> put("link", "out"));
    }

    @Test
    void whenTheTimeIsUpNothingIsThere() throws Exception {
        write(shared.resolve("file"), "x");
        var nanos = new AtomicLong();
        FetchDeadline late = FetchDeadline.in(Duration.ofSeconds(1), nanos::get);
        nanos.set(Duration.ofSeconds(1).toNanos());
        refused("was not copied when the time was up", () -> transfer(late).get(name("file"), local.resolve("got")));
    }

    @Test
    void whatIsRemovedIsNoMoreThanATransferMayCarry() throws Exception {
        for (int i = 0; i < 30; i++) {
            write(shared.resolve("begun/" + i), "");
        }
        Path link = Files.createSymbolicLink(shared.resolve("begun/link"), outside);
        try (OpenFile in = OpenFile.directory(shared)) {
            TreeRemoval.of(in, "begun", SMALL);
            try (Stream<Path> left = Files.list(shared.resolve("begun"))) {
                assertThat(left).hasSize(11);
            }
            TreeRemoval.of(in, "begun", SMALL);
        }
        assertThat(link.getParent()).doesNotExist();
        assertThat(outside.resolve("secret")).hasContent(SECRET);
    }

    /** Not even root makes a file there. */
    @Test
    void whatMayNotBeWrittenIsToldByItsName() throws Exception {
        write(shared.resolve("file"), "x");
        Path kernel = RequireTool.requireFile("/sys/kernel");
        assertThatThrownBy(() -> transfer(never()).get(name("file"), kernel.resolve("got")))
                .isInstanceOf(FileSystemException.class)
                .hasMessageStartingWith("file: ");
    }

    /** Somebody exchanges a directory, a file and links to what is not the sandbox's, as fast as it goes. */
    @Test
    void whateverIsExchangedMeanwhileNothingFromOutsideComes() throws Exception {
        Path real = shared.resolve("real");
        Files.createDirectories(real);
        Files.writeString(real.resolve("secret"), "mine");
        Path link = Files.createSymbolicLink(shared.resolve("link"), outside);
        Path at = shared.resolve("at");
        var ends = new AtomicBoolean();
        Thread sandbox = Thread.ofPlatform().start(() -> exchange(at, List.of(real, link), ends));
        try {
            int got = 0;
            for (int i = 0; i < 2_000; i++) {
                got += attempt("at/secret", "got") + attempt("at", "tree-" + i);
            }
            assertThat(got).isPositive();
        } finally {
            ends.set(true);
            sandbox.join();
        }
        try (Stream<Path> all = Files.walk(local)) {
            assertThat(all.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(file).hasContent("mine"));
        }
        nothingIsLeft();
    }

    /** The same while something is put: nothing comes to be outside. */
    @Test
    void whateverIsExchangedMeanwhileNothingGoesOutside() throws Exception {
        Path real = Files.createDirectories(shared.resolve("real"));
        Path link = Files.createSymbolicLink(shared.resolve("link"), outside);
        Path at = shared.resolve("at");
        write(local.resolve("tree/a/b"), "x");
        var ends = new AtomicBoolean();
        Thread sandbox = Thread.ofPlatform().start(() -> exchange(at, List.of(real, link), ends));
        int done = 0;
        try {
            for (int i = 0; i < 2_000; i++) {
                try {
                    put("tree", "at/tree-" + i);
                    done++;
                } catch (TransferException | IOException _) {
                    // the link was there, or nothing
                }
            }
        } finally {
            ends.set(true);
            sandbox.join();
        }
        assertThat(done).isPositive();
        try (Stream<Path> all = Files.list(outside)) {
            assertThat(all).containsExactly(outside.resolve("secret"));
        }
    }

    private static void exchange(Path at, List<Path> forms, AtomicBoolean ends) {
        while (!ends.get()) {
            for (Path form : forms) {
                try {
                    Files.move(form, at);
                    Files.move(at, form);
                } catch (IOException _) {
                    // the other one was made there meanwhile
                }
            }
        }
    }

    private int attempt(String name, String as) throws Exception {
        try {
            get(name, as);
            return 1;
        } catch (TransferException | IOException _) {
            return 0;
        }
    }

    private interface Attempt {
        void make() throws Exception;
    }

    private void refused(String why, Attempt attempt) throws IOException {
        assertThatThrownBy(attempt::make).isInstanceOf(TransferException.class).hasMessageContaining(why);
        assertThat(local.resolve("got")).doesNotExist();
        nothingIsLeft();
    }

    private void nothingIsLeft() throws IOException {
        for (Path side : List.of(shared, local)) {
            if (Files.isDirectory(side, LinkOption.NOFOLLOW_LINKS)) {
                try (Stream<Path> all = Files.walk(side)) {
                    assertThat(all)
                            .noneMatch(file -> file.getFileName().toString().startsWith(TreeCopy.STAGED));
                }
            }
        }
    }

    private void get(String name, String as) throws Exception {
        transfer(never()).get(name(name), local.resolve(as));
    }

    private void put(String what, String name) throws Exception {
        transfer(never()).put(local.resolve(what), name(name));
    }

    private FileTransfer transfer(FetchDeadline deadline) {
        var settings = new FilesSettings.Shared(folder.resolve("sandboxes"), Duration.ofMinutes(1));
        return FileTransfer.of(settings, SB, folder, OutputStream.nullOutputStream(), deadline, SMALL);
    }

    private static FetchDeadline never() {
        return FetchDeadline.in(Duration.ofSeconds(1), () -> 0);
    }

    static FileName name(String text) {
        return ((Parsed.Accepted<FileName>) FileName.parse(text)).value();
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void pipe(Path at) throws Exception {
        String program = RequireTool.require("mkfifo").toString();
        assertThat(new ProcessBuilder(program, at.toString()).start().waitFor()).isZero();
    }
}

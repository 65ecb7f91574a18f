package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.json.JsonMapper;

/** What a gateway finds of one that was killed: real processes, and none of them another's. */
@Execution(ExecutionMode.CONCURRENT)
class OldRunTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final ApiServerName NAME = new ApiServerName("words");
    private static final OldRun.Ended ALL_OF_IT = new OldRun.Ended(List.of(NAME), List.of());

    @TempDir
    private Path temporary = Path.of("");

    /** Another's of each test: what an earlier one left behind is none of its own. */
    private final String known = UUID.randomUUID().toString();

    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void needsProc() {
        RequireTool.requireFile("/proc/self/stat");
        RequireTool.require("setsid");
    }

    @AfterEach
    void killAll() {
        for (Process one : started) {
            one.descendants().forEach(ProcessHandle::destroyForcibly);
            one.destroyForcibly();
        }
    }

    private RunFolder folder() {
        return new RunFolder(temporary.resolve("sb-1.x"));
    }

    @Test
    void aRunWhoseGatewayRunsIsNotOld() throws Exception {
        OldRun.begin(folder(), "sb-1");
        assertThat(OldRun.find(folder())).isNull();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder().record())))
                .isEqualTo("rw-------");
    }

    @Test
    void aRunThatItsGatewayLeftIsOldAtOnce() throws Exception {
        OldRun.begin(folder(), "sb-1");
        OldRun.leave(folder(), "sb-1");
        OldRun old = Objects.requireNonNull(OldRun.find(folder()));
        assertThat(old.servers()).isEmpty();
        assertThat(old.end(SOON).found()).isEmpty();
        OldRun.forget(folder());
        assertThat(OldRun.find(folder())).isNull();
    }

    @Test
    void whatServersHadElsewhereIsLeftThere() throws Exception {
        Path home = temporary.resolve("home");
        Path before = Files.createDirectories(home.resolve("work"));
        var there = new RunFolder(folder().path(), home, null);
        Files.createDirectories(there.path());
        OldRun.leave(there, "sb-1");
        Objects.requireNonNull(OldRun.find(folder())).deleteHome();
        assertThat(before).exists();
        Objects.requireNonNull(OldRun.find(there)).deleteHome();
        assertThat(home).doesNotExist();
    }

    @Test
    void anEmptyFolderIsNoRun() throws Exception {
        assertThat(OldRun.find(folder())).isNull();
    }

    @Test
    void whatIsLeftOfAServerIsEndedAndNamed() throws Exception {
        Process server = sleeper(known);
        OldRun old = old(ProcessIdentity.of(server.pid()), known);
        assertThat(old.sandbox()).isEqualTo("sb-1");
        assertThat(old.servers())
                .extracting(ApiServerSpec::name, ApiServerSpec::port)
                .containsExactly(tuple(NAME, 2000));
        assertThat(old.end(SOON)).isEqualTo(ALL_OF_IT);
        assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(old.end(SOON).found()).isEmpty();
    }

    @Test
    void oneThatIsDeafToSigtermIsKilled() throws Exception {
        Process server = start(known, "setsid", "sh", "-c", "trap '' TERM; echo ready; sleep 1000 & wait; wait");
        assertThat(server.inputReader().readLine()).isEqualTo("ready");
        assertThat(old(ProcessIdentity.of(server.pid()), known).end(Duration.ofSeconds(2)))
                .isEqualTo(ALL_OF_IT);
        assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(server.exitValue()).isEqualTo(137);
    }

    /** Killed between the start of a process and the writing of its number. */
    @Test
    void oneWhoseNumberWasNeverWrittenIsKnownByItsMarker() throws Exception {
        Process server = sleeper(known);
        assertThat(old(null, known).end(SOON)).isEqualTo(ALL_OF_IT);
        assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whatItLeftBehindInAnotherGroupIsKnownByTheMarkerToo() throws Exception {
        Process child = sleeper(known);
        Process gone = start(known, "setsid", "true");
        ProcessIdentity leader = ProcessIdentity.of(gone.pid());
        gone.waitFor();
        assertThat(old(leader, known).end(SOON)).isEqualTo(ALL_OF_IT);
        assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    /** The number was given to another program since. */
    @Test
    void anotherProcessOfThatNumberIsLeftAlone() throws Exception {
        Process stranger = sleeper("another");
        ProcessIdentity now = Objects.requireNonNull(ProcessIdentity.of(stranger.pid()));
        var before = new ProcessIdentity(now.boot(), now.pid(), now.pid(), now.startTicks() - 1);
        assertThat(old(before, known).end(SOON).found()).isEmpty();
        assertThat(stranger.isAlive()).isTrue();
    }

    /** A server may write over its environment, or its wrapper clear it. */
    @Test
    void theProcessThatWasStartedIsKnownByNumberAndStartWhateverItsEnvironment() throws Exception {
        Process server = sleeper("another");
        assertThat(old(ProcessIdentity.of(server.pid()), known).end(SOON)).isEqualTo(ALL_OF_IT);
        assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void oneOfAnotherBootIsLeftAloneWhereItsEnvironmentCannotBeRead() throws Exception {
        ProcessIdentity now =
                Objects.requireNonNull(ProcessIdentity.of(sleeper(known).pid()));
        assertThat(new ProcessIdentity("another boot", now.pid(), now.group(), now.startTicks()).isThere())
                .isFalse();
        assertThat(now.isThere()).isTrue();
    }

    @Test
    void aMarkerIsAWholeVariable() throws Exception {
        ProcessIdentity one =
                Objects.requireNonNull(ProcessIdentity.of(sleeper(known + "0").pid()));
        assertThat(one.hasVariable(ProcessRecord.VARIABLE, known)).isFalse();
        assertThat(one.hasVariable("PORT_" + ProcessRecord.VARIABLE, known)).isFalse();
    }

    @Test
    void whatCannotBeReadIsNamed() throws Exception {
        Path record = folder().record();
        Files.createDirectories(folder().path());
        for (String text : List.of("", "{", "[]", "{\"v\":2,\"sandbox\":\"sb-1\"}")) {
            Files.writeString(record, text);
            assertThatThrownBy(() -> OldRun.find(folder()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(record.toString());
        }
    }

    @Test
    void aRecordIsReadAsItWasWritten() throws Exception {
        Path file = temporary.resolve("p.json");
        var record = new ProcessRecord(NAME, 2000, known, new ProcessIdentity("b", 77, 77, 5));
        record.write(file);
        assertThat(ProcessRecord.read(file)).isEqualTo(record);
        record.startedAs(null).write(file);
        assertThat(ProcessRecord.read(file)).isEqualTo(record.startedAs(null));
    }

    /** Numbers of which kill(2) has its own idea are no process. */
    @Test
    void noRecordNamesEverybody() throws Exception {
        Path file = temporary.resolve("p.json");
        for (long pid : new long[] {-1, 0, 1}) {
            RecordFile.write(
                    file,
                    JsonMapper.shared()
                            .createObjectNode()
                            .put("v", 1)
                            .put("server", "words")
                            .put("pid", pid)
                            .put("start", 1));
            assertThat(ProcessRecord.read(file).process()).isNull();
        }
    }

    private Process sleeper(String marker) throws IOException {
        Process process = start(marker, "setsid", "sh", "-c", "echo ready; sleep 1000 & wait");
        assertThat(process.inputReader().readLine()).isEqualTo("ready");
        return process;
    }

    private Process start(String marker, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put(ProcessRecord.VARIABLE, marker);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    /** As a gateway that is gone has left it. */
    private OldRun old(@Nullable ProcessIdentity process, String marker) throws IOException {
        folder().prepare(NAME);
        RecordFile.write(
                folder().record(),
                JsonMapper.shared()
                        .createObjectNode()
                        .put("v", 1)
                        .put("sandbox", "sb-1")
                        .put("boot", "another")
                        .put("gateway", 2)
                        .put("start", 1));
        new ProcessRecord(NAME, 2000, marker, process).write(folder().process(NAME));
        OldRun old = Objects.requireNonNull(OldRun.find(folder()));
        return old;
    }
}

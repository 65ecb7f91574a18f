package io.sallyport.apiservers.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sallyport.apiservers.Launcher;
import io.sallyport.apiservers.check.AnnouncedTools.Tool;
import io.sallyport.apiservers.check.CheckedProgram.Flags;
import io.sallyport.testkit.Tools;
import io.sallyport.testkit.junit.RequireTool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The servers in {@code examples} keep the whole contract, and every clause is seen on them. */
@Execution(ExecutionMode.CONCURRENT)
class ExamplesTest {
    /** A program that compiles itself takes its time on a busy machine. */
    private static final CheckTimeouts PATIENT = new CheckTimeouts(
            Duration.ofMinutes(2),
            Duration.ofMinutes(1),
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1));

    @TempDir
    private Path folder;

    @Test
    void theOneInPythonKeepsAllOfIt() throws Exception {
        RequireTool.require("python3");
        assertKeepsAll(List.of(example("words")));
    }

    @Test
    void theOneInJavaKeepsAllOfIt() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        assertKeepsAll(
                List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--source", "17", example("digests")));
    }

    /** The body that it is sent is no JSON; several times, since it is a race with the end of the process. */
    @RepeatedTest(5)
    void aRefusalThatIsBegunIsHeardAtTheEnd() throws Exception {
        RequireTool.require("python3");
        var waiting = new ServerPolling(System::nanoTime);
        List<ClauseResult> findings = new ArrayList<>();
        try (CheckedProcess trial = subject(List.of(example("words"))).start(Flags.ALL, PATIENT.reply())) {
            assertThat(waiting.until(
                            PATIENT.startup(),
                            () -> trial.ask(RawRequest.get("/healthz")).status() == 200))
                    .isTrue();
            var tools = new AnnouncedTools(List.of(new Tool("count", "/count", "POST")));
            new EndChecks(trial, tools, new EndChecks.Times(waiting, PATIENT.grace()), findings::add).run();
        }
        assertThat(findings)
                .extracting(ClauseResult::clause, ClauseResult::verdict)
                .containsExactly(
                        tuple(ContractClause.STOPS_ACCEPTING, ClauseResult.ClauseVerdict.PASS),
                        tuple(ContractClause.IN_FLIGHT, ClauseResult.ClauseVerdict.PASS),
                        tuple(ContractClause.TERMINATES, ClauseResult.ClauseVerdict.PASS));
    }

    private CheckedProgram subject(List<String> command) {
        return new CheckedProgram(Launcher.of(List.of(), Tools.searchPath()), command, folder, Map.of());
    }

    private void assertKeepsAll(List<String> command) throws Exception {
        List<ClauseResult> findings = new ArrayList<>();
        new ContractCheck(subject(command), PATIENT, System::nanoTime, findings::add).run();
        assertThat(findings)
                .filteredOn(finding -> finding.verdict() != ClauseResult.ClauseVerdict.PASS)
                .filteredOn(
                        finding -> finding.clause() != ContractClause.INTERRUPTS || !InheritedSignals.ignoreInterrupt())
                .isEmpty();
        assertThat(findings).extracting(ClauseResult::clause).containsExactlyInAnyOrder(ContractClause.values());
    }

    private static String example(String name) {
        return Path.of("../examples/api-servers", name)
                .toAbsolutePath()
                .normalize()
                .toString();
    }
}

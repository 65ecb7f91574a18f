package io.sallyport.apiservers.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.apiservers.Launcher;
import io.sallyport.testkit.Tools;
import io.sallyport.testkit.junit.RequireTool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The servers in {@code examples} keep the whole contract, and every clause is seen on them. */
class ExamplesTest {
    /** A program that compiles itself takes its time on a busy machine. */
    private static final Patience PATIENT = new Patience(
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
        assertKeepsAll(List.of(java, "--source", "17", example("digests")));
    }

    private void assertKeepsAll(List<String> command) throws Exception {
        List<Finding> findings = new ArrayList<>();
        var subject = new Subject(Launcher.of(List.of(), Tools.searchPath()), command, folder, Map.of());
        new ContractCheck(subject, PATIENT, System::nanoTime, findings::add).run();
        assertThat(findings)
                .filteredOn(finding -> finding.verdict() != Finding.Verdict.PASS)
                .filteredOn(finding -> finding.clause() != Clause.INTERRUPTS || !InheritedSignals.ignoreInterrupt())
                .isEmpty();
        assertThat(findings).extracting(Finding::clause).containsExactlyInAnyOrder(Clause.values());
    }

    private static String example(String name) {
        return Path.of("../examples/api-servers", name)
                .toAbsolutePath()
                .normalize()
                .toString();
    }
}

package io.sallyport.apiservers.check;

import static io.sallyport.apiservers.check.Clause.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.apiservers.Launcher;
import io.sallyport.apiservers.check.Finding.Verdict;
import io.sallyport.testkit.Tools;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every clause can fall short, and is told of when it does. */
class SloppyServerTest {
    private static final Duration TWO = Duration.ofSeconds(2);
    /** What never ends does not end sooner or later. */
    private static final Patience SHORT =
            new Patience(Duration.ofSeconds(20), TWO, Duration.ofSeconds(1), Duration.ofSeconds(3), TWO, TWO);

    @TempDir
    private Path folder;

    @Test
    void eachClauseFallsShortOnOneOfThem() throws Exception {
        Set<Clause> fallen = EnumSet.noneOf(Clause.class);
        fallen.addAll(fallenShort("careless"));
        if (InheritedSignals.ignoreInterrupt()) {
            fallen.add(Clause.INTERRUPTS); // not seen in a build that a shell runs in the background
        }
        assertThat(fallen)
                .containsExactlyInAnyOrderElementsOf(
                        EnumSet.complementOf(EnumSet.of(STARTS, TOOLS, FLOOD_HARMLESS, FLOOD_ENDS, STOPS_ACCEPTING)));
        fallen.addAll(fallenShort("stubborn"));
        assertThat(fallen).contains(STOPS_ACCEPTING, FLOOD_HARMLESS, FLOOD_ENDS);
        fallen.addAll(fallenShort("vague"));
        assertThat(fallen).contains(TOOLS);
        fallen.addAll(fallenShort("dead"));
        assertThat(fallen).containsExactlyInAnyOrder(Clause.values());
    }

    @Test
    void oneThatDoesNotStartIsToldOfWithWhatItSaid() throws Exception {
        assertThat(findings("dead"))
                .contains(Finding.fallsShort(STARTS, "exit status 4; it says: cannot open its database"))
                .filteredOn(finding -> finding.clause() == TOOLS)
                .extracting(Finding::verdict)
                .containsExactly(Verdict.UNSEEN);
    }

    private List<Clause> fallenShort(String way) throws Exception {
        return findings(way).stream()
                .filter(finding -> finding.verdict() == Verdict.SHORT)
                .map(Finding::clause)
                .toList();
    }

    private List<Finding> findings(String way) throws Exception {
        List<Finding> findings = new ArrayList<>();
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                SloppyServer.class.getName(),
                way);
        var subject = new Subject(Launcher.of(List.of(), Tools.searchPath()), command, folder, Map.of());
        new ContractCheck(subject, SHORT, System::nanoTime, findings::add).run();
        assertThat(findings).extracting(Finding::clause).containsExactlyInAnyOrder(Clause.values());
        return findings;
    }
}

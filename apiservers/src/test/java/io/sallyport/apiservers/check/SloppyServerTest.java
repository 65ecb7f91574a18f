package io.sallyport.apiservers.check;

import static io.sallyport.apiservers.check.Clause.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.apiservers.Launcher;
import io.sallyport.apiservers.check.Clause.Part;
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
    private static final Duration THREE = Duration.ofSeconds(3);
    /** What never ends does not end sooner or later; what does end has time enough. */
    private static final Patience SHORT =
            new Patience(Duration.ofMinutes(1), TWO, THREE, THREE, Duration.ofSeconds(5), TWO);

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
                .containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(
                        EnumSet.of(STARTS, TOOLS, FLOOD_HARMLESS, FLOOD_ENDS, SURVIVES, STOPS_ACCEPTING)));
        fallen.addAll(fallenShort("stubborn"));
        assertThat(fallen).contains(STOPS_ACCEPTING, FLOOD_HARMLESS, FLOOD_ENDS);
        fallen.addAll(fallenShort("vague"));
        assertThat(fallen).contains(TOOLS, SURVIVES);
        fallen.addAll(fallenShort("dead"));
        assertThat(fallen).containsExactlyInAnyOrder(Clause.values());
    }

    /** Several runs write to one place; a line that names none is nobody's. */
    @Test
    void theRunInEachLineIsOfTheContract() {
        assertThat(LOG_RUN.part()).isEqualTo(Part.CONTRACT);
    }

    @Test
    void oneThatDoesNotStartIsToldOfWithWhatItSaid() throws Exception {
        assertThat(findings("dead"))
                .contains(Finding.fallsShort(STARTS, "exit status 4; it says: cannot open its database"))
                .filteredOn(finding -> finding.clause() == TOOLS)
                .extracting(Finding::verdict)
                .containsExactly(Verdict.UNSEEN);
    }

    /** It is no fault of the machine that it is checked on, and what was not tried is not told as tried. */
    @Test
    void oneThatDiesOfARequestFallsShortOfLivingOn() throws Exception {
        List<Finding> findings = findings("fragile");
        assertThat(findings).contains(Finding.fallsShort(SURVIVES, "exit status 70; it says: cannot read {\""));
        assertThat(findings)
                .filteredOn(finding -> Set.of(BODY_LIMIT, STALLED, HEAD_TIMEOUT, TERMINATES, IN_FLIGHT)
                        .contains(finding.clause()))
                .extracting(Finding::verdict)
                .containsOnly(Verdict.UNSEEN);
    }

    @Test
    void oneThatForgetsItsTokenOnTheSecondToolIsFound() throws Exception {
        assertThat(findings("forgetful"))
                .filteredOn(finding -> finding.clause() == UNAUTHORIZED)
                .singleElement()
                .isEqualTo(Finding.fallsShort(UNAUTHORIZED, "second, no token: 200"));
    }

    @Test
    void oneThatIsAskedForItsHealthOnceASecondStarts() throws Exception {
        assertThat(findings("miserly")).contains(Finding.pass(STARTS)).contains(Finding.pass(BODY_LIMIT));
    }

    @Test
    void aServerWithoutTokenFilesNeedNotHaveThem() throws Exception {
        assertThat(findings("forgetful")).contains(Finding.unseen(TOKEN_FILE, "it does not take --token-file"));
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

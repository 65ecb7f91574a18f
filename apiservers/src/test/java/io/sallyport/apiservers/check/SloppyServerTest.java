package io.sallyport.apiservers.check;

import static io.sallyport.apiservers.check.ContractClause.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.apiservers.Launcher;
import io.sallyport.apiservers.SampleServer;
import io.sallyport.apiservers.check.ClauseResult.ClauseVerdict;
import io.sallyport.apiservers.check.ContractClause.Part;
import io.sallyport.testkit.Tools;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Every clause can fall short, and is told of when it does. */
@Execution(ExecutionMode.CONCURRENT)
class SloppyServerTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration THREE = Duration.ofSeconds(3);
    /** What never ends does not end sooner or later; what does end, and is wanted to, has time enough. */
    private static final CheckTimeouts SHORT =
            new CheckTimeouts(Duration.ofMinutes(1), SECOND, THREE, SECOND, Duration.ofSeconds(5), SECOND);

    private static final List<String> WAYS =
            List.of("careless", "stubborn", "vague", "dead", "fragile", "forgetful", "miserly");

    @TempDir
    private static Path folder;

    /** What is told of each way: most of a check is waiting, so all of them are made at once. */
    private static Map<String, List<ClauseResult>> told = Map.of();

    @BeforeAll
    static void checkAll() throws Exception {
        Map<String, Future<List<ClauseResult>>> checks = new HashMap<>();
        try (var threads = Executors.newCachedThreadPool()) {
            WAYS.forEach(way -> checks.put(way, threads.submit(() -> check(way))));
        }
        Map<String, List<ClauseResult>> all = new HashMap<>();
        for (var one : checks.entrySet()) {
            all.put(one.getKey(), one.getValue().get());
        }
        told = all;
    }

    @Test
    void eachClauseFallsShortOnOneOfThem() {
        Set<ContractClause> fallen = EnumSet.noneOf(ContractClause.class);
        fallen.addAll(fallenShort("careless"));
        if (InheritedSignals.ignoreInterrupt()) {
            fallen.add(ContractClause.INTERRUPTS); // not seen in a build that a shell runs in the background
        }
        assertThat(fallen)
                .containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(
                        EnumSet.of(STARTS, TOOLS, FLOOD_HARMLESS, FLOOD_ENDS, SURVIVES, STOPS_ACCEPTING)));
        fallen.addAll(fallenShort("stubborn"));
        assertThat(fallen).contains(STOPS_ACCEPTING, FLOOD_HARMLESS, FLOOD_ENDS);
        fallen.addAll(fallenShort("vague"));
        assertThat(fallen).contains(TOOLS, SURVIVES);
        fallen.addAll(fallenShort("dead"));
        assertThat(fallen).containsExactlyInAnyOrder(ContractClause.values());
    }

    /** Several runs write to one place; a line that names none is nobody's. */
    @Test
    void theRunInEachLineIsOfTheContract() {
        assertThat(LOG_RUN.part()).isEqualTo(Part.CONTRACT);
    }

    @Test
    void oneThatDoesNotStartIsToldOfWithWhatItSaid() {
        assertThat(findings("dead"))
                .contains(ClauseResult.fallsShort(STARTS, "exit status 4; it says: cannot open its database"))
                .filteredOn(finding -> finding.clause() == TOOLS)
                .extracting(ClauseResult::verdict)
                .containsExactly(ClauseVerdict.UNSEEN);
    }

    /** It is no fault of the machine that it is checked on, and what was not tried is not told as tried. */
    @Test
    void oneThatDiesOfARequestFallsShortOfLivingOn() {
        List<ClauseResult> findings = findings("fragile");
        assertThat(findings).contains(ClauseResult.fallsShort(SURVIVES, "exit status 70; it says: cannot read {\""));
        assertThat(findings)
                .filteredOn(finding -> Set.of(BODY_LIMIT, STALLED, HEAD_TIMEOUT, TERMINATES, IN_FLIGHT)
                        .contains(finding.clause()))
                .extracting(ClauseResult::verdict)
                .containsOnly(ClauseVerdict.UNSEEN);
    }

    @Test
    void oneThatForgetsItsTokenOnTheSecondToolIsFound() {
        assertThat(findings("forgetful"))
                .filteredOn(finding -> finding.clause() == UNAUTHORIZED)
                .singleElement()
                .isEqualTo(ClauseResult.fallsShort(UNAUTHORIZED, "second, no token: 200"));
    }

    @Test
    void oneThatIsAskedForItsHealthOnceASecondStarts() {
        assertThat(findings("miserly")).contains(ClauseResult.pass(STARTS)).contains(ClauseResult.pass(BODY_LIMIT));
    }

    @Test
    void aServerWithoutTokenFilesNeedNotHaveThem() {
        assertThat(findings("forgetful")).contains(ClauseResult.unseen(TOKEN_FILE, "it does not take --token-file"));
    }

    private static List<ContractClause> fallenShort(String way) {
        return findings(way).stream()
                .filter(finding -> finding.verdict() == ClauseVerdict.SHORT)
                .map(ClauseResult::clause)
                .toList();
    }

    private static List<ClauseResult> findings(String way) {
        return Objects.requireNonNull(told.get(way), way);
    }

    private static List<ClauseResult> check(String way) throws Exception {
        List<ClauseResult> findings = new ArrayList<>();
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                SampleServer.classPath(),
                SloppyServer.class.getName(),
                way);
        var subject = new CheckedProgram(Launcher.of(List.of(), Tools.searchPath()), command, folder, Map.of());
        new ContractCheck(subject, SHORT, System::nanoTime, findings::add).run();
        assertThat(findings).extracting(ClauseResult::clause).containsExactlyInAnyOrder(ContractClause.values());
        return findings;
    }
}

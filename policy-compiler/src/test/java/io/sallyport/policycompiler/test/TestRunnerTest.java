package io.sallyport.policycompiler.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import io.sallyport.policycompiler.Opa;
import io.sallyport.policycompiler.SharedCompiler;
import io.sallyport.policycompiler.test.CoverageReport.Range;
import io.sallyport.policycompiler.test.TestRunner.Selection;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.value.RegoObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares results with those of the real {@code opa test}. */
class TestRunnerTest {
    private static final RegoCompiler COMPILER = SharedCompiler.REGO;
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Selection ALL = new Selection(null, false, LIMIT, null);
    private static final Path MIXED = Path.of("src/test/resources/io/sallyport/policycompiler/test/mixed");

    @Test
    void everyResultIsThatOfOpa() throws Exception {
        Opa opa = Opa.require();
        List<String> theirs = new ArrayList<>();
        String printed = opa.runTo(2, Path.of("").toAbsolutePath(), "test", "--format", "json", MIXED.toString());
        for (JsonNode result : JSON.readTree(printed)) {
            theirs.add(line(result));
        }
        List<String> ours =
                results(sources(MIXED), ALL).stream().map(TestRunnerTest::line).toList();
        assertThat(ours).hasSizeGreaterThan(15).containsExactlyInAnyOrderElementsOf(theirs);
        assertThat(String.join("\n", ours))
                .contains(
                        " FAIL ",
                        " PASS ",
                        " SKIPPED ",
                        " ERROR eval_conflict_error ",
                        "two: true",
                        "hello <undefined>");
    }

    @Test
    void whatIsNotCoveredIsThatOfOpaButForBodiesThatItsIndexPassesOver() throws Exception {
        Opa opa = Opa.require();
        Path folder = Path.of("src/test/resources/io/sallyport/policycompiler/test/covered");
        JsonNode theirs = JSON.readTree(opa.run(Path.of("").toAbsolutePath(), "test", "--coverage", folder.toString()));
        CoverageReport ours = coverage(sources(folder));
        assertThat(ours.files().keySet())
                .containsExactlyInAnyOrderElementsOf(theirs.path("files").propertyNames());
        ours.files().forEach((name, file) -> {
            JsonNode their = theirs.path("files").path(name);
            Set<String> passedOver = texts(their.path("not_covered"), true);
            Set<String> notCovered = texts(file.notCovered());
            assertThat(notCovered).as(name).containsAll(texts(their.path("not_covered"), false));
            notCovered.removeAll(passedOver);
            assertThat(notCovered).as(name).isEqualTo(texts(their.path("not_covered"), false));
            passedOver.addAll(texts(their.path("covered"), false));
            assertThat(passedOver).as(name).containsAll(texts(file.covered()));
        });
        assertThat(ours.notCoveredLines()).isGreaterThan(3);
    }

    @Test
    void onlyTestsThatTheExpressionFindsAreRun() throws Exception {
        var some = new Selection(Pattern.compile("more_test\\.test_h"), false, LIMIT, null);
        assertThat(results(sources(MIXED), some)).extracting(TestResult::name).containsExactly("test_here");
    }

    @Test
    void theLibraryIsThereForThoseWhoNameIt() {
        TestSources asks =
                TestSources.of(Map.of("x_test.rego", """
                        package x_test

                        test_nothing_is_granted if data.sallyport.decision.reason == "no_grant"
                        """), RegoObject.growing().sealed());
        assertThat(asks.needLibrary()).isTrue();
        assertThat(results(asks.withLibrary(), ALL))
                .singleElement()
                .extracting(TestResult::verdict)
                .isEqualTo(TestVerdict.PASS);
        assertThat(coverage(asks.withLibrary()).files()).containsOnlyKeys("x_test.rego");
    }

    @Test
    void theLibraryUnderTestIsNotLoadedTwice() throws Exception {
        TestSources library = sources(Path.of("../rego/src/main/rego"));
        assertThat(library.needLibrary()).isFalse();
        assertThat(results(library, ALL))
                .hasSizeGreaterThan(30)
                .allMatch(result -> result.verdict() == TestVerdict.PASS);
    }

    @Test
    void everyErrorOfEveryFileIsToldWithItsPlace() {
        TestSources broken = TestSources.of(
                Map.of("a.rego", "package a\n\nx := y\n", "b.rego", "package b\n\nz := w\n"),
                RegoObject.growing().sealed());
        assertThat(run(broken, ALL))
                .isInstanceOfSatisfying(
                        TestRun.Refused.class,
                        refused -> assertThat(refused.diagnostics())
                                .extracting(diagnostic -> diagnostic.file() + ":" + diagnostic.line())
                                .containsExactly("a.rego:3", "b.rego:3"));
    }

    @Test
    void aTestWithoutEndIsAnErrorThatNamesTheLimit() {
        TestSources endless = TestSources.of(
                Map.of("x_test.rego", "package x_test\n\ntest_x if count(numbers.range(1, 1000000000)) > 0\n"),
                RegoObject.growing().sealed());
        assertThat(results(endless, ALL)).singleElement().satisfies(result -> {
            assertThat(result.verdict()).isEqualTo(TestVerdict.ERROR);
            assertThat(result.error()).contains("limit_exceeded").contains("policy.max_");
        });
    }

    @Test
    void whatIsWrongWithFilesIsToldAtOnce() {
        assertThat(SourceFiles.read(List.of(Path.of("none"), Path.of("neither"))))
                .isInstanceOfSatisfying(
                        SourcesRead.Rejected.class,
                        rejected -> assertThat(rejected.diagnostics())
                                .extracting(diagnostic -> diagnostic.file() + " " + diagnostic.code())
                                .containsExactly("none NO_SUCH_FILE", "neither NO_SUCH_FILE"));
    }

    private static String line(TestResult result) {
        String verdict = result.error() == null ? result.verdict().toString() : "ERROR " + code(result.error());
        return "%s:%d %s.%s %s %s%s"
                .formatted(
                        result.at().file(),
                        result.at().row(),
                        result.packagePath(),
                        result.name(),
                        verdict,
                        cases(result.cases()),
                        result.output());
    }

    private static String code(String error) {
        return error.replaceAll("^\\S+:\\d+: (\\w+): (?s:.*)$", "$1");
    }

    private static Set<String> cases(List<CaseResult> cases) {
        Set<String> texts = new TreeSet<>();
        cases.forEach(one -> texts.add(one.name() + ": " + one.failed() + cases(one.cases())));
        return texts;
    }

    private static String line(JsonNode result) {
        String verdict = result.has("error")
                ? "ERROR " + result.path("error").path("code").asString()
                : result.has("fail") ? "FAIL" : result.has("skip") ? "SKIPPED" : "PASS";
        byte[] output = Base64.getDecoder().decode(result.path("output").asString(""));
        return "%s:%d %s.%s %s %s%s"
                .formatted(
                        result.path("location").path("file").asString(),
                        result.path("location").path("row").asInt(),
                        result.path("package").asString(),
                        result.path("name").asString(),
                        verdict,
                        cases(result.path("sub_results")),
                        new String(output, StandardCharsets.UTF_8));
    }

    private static Set<String> cases(JsonNode subResults) {
        Set<String> texts = new TreeSet<>();
        subResults
                .properties()
                .forEach(one -> texts.add(one.getKey() + ": "
                        + one.getValue().path("fail").asBoolean(false)
                        + cases(one.getValue().path("sub_results"))));
        return texts;
    }

    private static Set<String> texts(List<Range> ranges) {
        Set<String> texts = new TreeSet<>();
        ranges.forEach(range ->
                texts.add("%d:%d-%d:%d".formatted(range.row(), range.column(), range.endRow(), range.endColumn())));
        return texts;
    }

    /** Returns the ranges that OPA skipped only because of its rule index or early exit, or the others. */
    private static Set<String> texts(JsonNode ranges, boolean passedOver) {
        Set<String> texts = new TreeSet<>();
        for (JsonNode range : ranges) {
            if (range.has("kinds") != passedOver) {
                continue;
            }
            JsonNode start = range.path("start");
            JsonNode end = range.path("end");
            texts.add("%d:%d-%d:%d"
                    .formatted(
                            start.path("row").asInt(),
                            start.path("col").asInt(),
                            end.path("row").asInt(),
                            end.path("col").asInt()));
        }
        return texts;
    }

    private static TestSources sources(Path folder) {
        return ((SourcesRead.Accepted) SourceFiles.read(List.of(folder))).sources();
    }

    private static List<TestResult> results(TestSources sources, Selection selection) {
        return ((TestRun.Ended) run(sources, selection)).results();
    }

    private static CoverageReport coverage(TestSources sources) {
        CoverageReport report = ((TestRun.Ended) run(sources, new Selection(null, true, LIMIT, null))).coverage();
        return Objects.requireNonNull(report);
    }

    private static TestRun run(TestSources sources, Selection selection) {
        EvalClock clock = EvalClock.of(() -> Instant.EPOCH, new Random(1));
        return new TestRunner(COMPILER, clock, () -> 0).run(sources, selection, (_, _, _) -> {});
    }
}

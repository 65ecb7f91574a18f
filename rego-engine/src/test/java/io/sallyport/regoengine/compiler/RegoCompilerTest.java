package io.sallyport.regoengine.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.compiler.CompileOutcome.Bound;
import io.sallyport.regoengine.compiler.CompileOutcome.Compiled;
import io.sallyport.regoengine.compiler.CompileOutcome.Refused;
import io.sallyport.regoengine.compiler.CompileOutcome.Unavailable;
import io.sallyport.regoengine.compiler.ModuleFacts.Kind;
import io.sallyport.regoengine.compiler.ModuleFacts.RuleFacts;
import io.sallyport.regoengine.compiler.ModuleFacts.Said;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RegoCompilerTest {
    private final RegoCompiler compiler = compilerWith(CompilerSettings.defaults());

    private static RegoCompiler compilerWith(CompilerSettings settings) {
        return new RegoCompiler(settings, System::nanoTime);
    }

    @AfterAll
    void close() {
        compiler.close();
    }

    @Test
    void planIsOpasForTheEntrypointsAskedFor() {
        Compiled compiled = compiled(RegoSamples.ordinary());
        assertThat(compiled.planJson()).startsWith("{\"static\":").contains("\"name\":\"a/allow\"");
        assertThat(compiled.entrypoints()).containsExactly("a/allow");
    }

    @Test
    void errorsCarryFileRowColumnAndCode() {
        Refused refused = refused(CompileRequest.of(RegoSamples.refused(), List.of("sample")));
        assertThat(refused.errors().getFirst()).hasToString("syntax.rego:5:1: rego_parse_error: unexpected } token");
    }

    @Test
    void allErrorsAreToldNotOnlyTheFirstTen() {
        String text = RegoSamples.refused("many.rego");
        assertThat(refused(CompileRequest.of(RegoSamples.one(text), List.of("sample")))
                        .errors())
                .hasSize(40);
    }

    @Test
    void builtinsThatDoInputOrOutputAreUndefinedWhereTheyAreNamed() {
        String text = RegoSamples.refused("types.rego");
        assertThat(refused(CompileRequest.of(RegoSamples.one(text), List.of("sample")))
                        .errors())
                .map(CompileError::toString)
                .contains(
                        "a.rego:6:2: rego_type_error: undefined function http.send",
                        "a.rego:11:6: rego_type_error: undefined function opa.runtime",
                        "a.rego:13:6: rego_type_error: undefined function net.lookup_ip_addr",
                        "a.rego:17:6: rego_type_error: undefined function rego.parse_module");
    }

    @Test
    void builtinThatTheCallerLacksIsUndefinedToo() {
        var request = CompileRequest.of(RegoSamples.one("package a\n\nallow if trim(input.x, \"a\")\n"), List.of("a"));
        assertThat(compile(request)).isInstanceOf(Compiled.class);
        assertThat(refused(request.without(Set.of("trim"))).errors().getFirst())
                .hasToString("a.rego:3:10: rego_type_error: undefined function trim");
    }

    @Test
    void strictChecksAreOnUnlessTheyAreSwitchedOff() {
        var request =
                CompileRequest.of(RegoSamples.one("package a\n\nallow if {\n\tx := 1\n\tinput.y\n}\n"), List.of("a"));
        assertThat(refused(request).errors().getFirst().message()).isEqualTo("assigned var x unused");
        assertThat(compile(request.notStrict())).isInstanceOf(Compiled.class);
    }

    @Test
    void entrypointThatNothingDefinesIsRefusedOrSkipped() {
        var request = CompileRequest.of(RegoSamples.ordinary().files(), List.of("a/allow", "a/deny"));
        assertThat(refused(request).errors().getFirst().code()).isEqualTo("entrypoint_error");
        assertThat(compiled(request.skippingMissing()).entrypoints()).containsExactly("a/allow");
    }

    @Test
    void factsTellWhoseNamesAFileDefines() {
        String text = """
                package sallyport["sandbox"].more

                allow if input.x

                deny contains "x" if f(1)

                limits.rate := 3

                f(x) := x
                """;
        ModuleFacts facts = compiled(CompileRequest.of(RegoSamples.one(text), List.of("sallyport")))
                .modules()
                .getFirst();
        assertThat(facts.packagePath()).containsExactly("sallyport", "sandbox", "more");
        assertThat(facts.isWithin(List.of("sallyport", "sandbox"))).isTrue();
        assertThat(facts.isWithin(List.of("sallyport", "sand"))).isFalse();
        assertThat(facts.rules())
                .containsExactly(
                        new RuleFacts("allow", "allow", Kind.VALUE, 3, 1, Said.NOTHING),
                        new RuleFacts("deny", "deny", Kind.SET, 5, 1, Said.NOTHING),
                        new RuleFacts("limits", "limits.rate", Kind.VALUE, 7, 1, Said.NOTHING),
                        new RuleFacts("f", "f", Kind.FUNCTION, 9, 1, Said.NOTHING));
    }

    @Test
    void factsTellWhatAnnotationsOfARuleSayAndOfWhichDeny() {
        String text = """
                # METADATA
                # title: Of the package
                package a

                # METADATA
                # title: Gists are closed
                # description: Use the team's own snippets.
                deny contains {"rule": "no-gist"} if input.x

                # METADATA
                # scope: document
                # title: Of every deny
                deny contains {"rule": input.y} if input.y
                """;
        ModuleFacts facts = compiled(CompileRequest.of(RegoSamples.one(text), List.of("a/deny")))
                .modules()
                .getFirst();
        assertThat(facts.rules())
                .extracting(RuleFacts::said)
                .containsExactly(new Said("no-gist", "Gists are closed", "Use the team's own snippets."), Said.NOTHING);
    }

    @Test
    void eachFileIsReadInItsOwnVersionOfRego() {
        Map<String, String> files = Map.of(
                "old.rego", "package a\n\ndeny[msg] { msg := input.x }\n",
                "new.rego", "package b\n\ndeny contains msg if some msg in data.a.deny\n");
        var request = CompileRequest.of(files, List.of("b/deny"));
        assertThat(refused(request).errors())
                .allSatisfy(error -> assertThat(error.file()).isEqualTo("old.rego"));
        assertThat(compiled(request.inVersion0(Set.of("old.rego"))).entrypoints())
                .containsExactly("b/deny");
        assertThat(refused(request.inVersion0(files.keySet())).errors())
                .isNotEmpty()
                .allSatisfy(error -> assertThat(error.file()).isEqualTo("new.rego"));
    }

    @Test
    void aFileOfVersion0IsFormattedInItsVersionOrForBoth() {
        var request = CompileRequest.of(RegoSamples.one("package a\n\np[x] { x:=input.y }\n"), List.of())
                .inVersion0(Set.of("a.rego"));
        assertThat(compiled(request.asking(CompileRequest.Kind.FORMAT))
                        .analysis()
                        .formatted())
                .containsValue("package a\n\np[x] {\n\tx := input.y\n}\n");
        assertThat(compiled(request.asking(CompileRequest.Kind.UPGRADE))
                        .analysis()
                        .formatted())
                .containsValue("package a\n\nimport rego.v1\n\np contains x if x := input.y\n");
    }

    @Test
    void dependenciesAreWhatComesFromOutsideAndTheRulesBetween() {
        String text = """
                package a

                allow if {
                    local
                    input.net.method == "GET"
                }

                local if input.net.host == data.lists.hosts[_]
                """;
        Analysis analysis = compiled(CompileRequest.of(RegoSamples.one(text), List.of("a/allow"))
                        .asking(CompileRequest.Kind.DEPENDENCIES))
                .analysis();
        assertThat(analysis.base()).containsExactly("data.lists.hosts", "input.net.host", "input.net.method");
        assertThat(analysis.virtual()).containsExactly("data.a.allow", "data.a.local");
    }

    @Test
    void factsAreToldOfRefusedFilesToo() {
        Refused refused = refused(CompileRequest.of(
                Map.of("good.rego", "package b\n", "bad.rego", "package a\n\nallow if nowhere(1)\n"), List.of("a")));
        assertThat(refused.modules()).map(ModuleFacts::file).containsExactly("bad.rego", "good.rego");
    }

    @Test
    void everyWayToReadDataIsSeen() {
        String text = """
                package a

                import data.imported as i

                p1 := i.x

                p2 if input.x with data.mocked as data.value

                p3[data.head] := 1

                p4 if every x in data.every_ { x > data.inner }

                p5 := {x | x := data.comprehended[_]}

                p6 := 1 if { false } else := data.otherwise

                p7 := $"{data.templated}"

                p8 if not data["negated"]

                p9 := data[input.x].any
                """;
        var references =
                compiled(CompileRequest.of(RegoSamples.one(text), List.of("a"))).dataReferences();
        assertThat(references)
                .map(DataReference::path)
                .contains(
                        List.of("imported", "x"),
                        List.of("mocked"),
                        List.of("value"),
                        List.of("head"),
                        List.of("every_"),
                        List.of("inner"),
                        List.of("comprehended"),
                        List.of("otherwise"),
                        List.of("templated"),
                        List.of("negated"),
                        List.of());
        assertThat(references)
                .filteredOn(reference -> reference.path().isEmpty())
                .allMatch(reference -> !reference.isWithin(List.of("a")));
        assertThat(references).contains(new DataReference(List.of("imported", "x"), "a.rego", 5, 7));
    }

    @Test
    void equalRequestsUnderWayAreCompiledOnce() {
        var running = compiler.compile(RegoSamples.endless(), "hostile", brief());
        var one = compiler.compile(RegoSamples.ordinary(), "one", RegoSamples.PATIENT);
        var two = compiler.compile(RegoSamples.ordinary(), "two", RegoSamples.PATIENT);
        var other = compiler.compile(RegoSamples.ordinary().skippingMissing(), "three", RegoSamples.PATIENT);
        assertThat(RegoSamples.await(running)).isInstanceOf(Unavailable.class);
        assertThat(RegoSamples.await(one)).isInstanceOf(Compiled.class).isSameAs(RegoSamples.await(two));
        assertThat(RegoSamples.await(other)).isNotSameAs(RegoSamples.await(one));
    }

    @Test
    void fullQueueTurnsOthersAwayAtOnce() {
        try (RegoCompiler small = compilerWith(CompilerSettings.defaults().withQueue(1, 1))) {
            long turnedAway = Stream.of("hostile", "b", "c", "d")
                    .map(name ->
                            small.compile(CompileRequest.of(Map.of(name, endlessText()), List.of("a")), name, long_()))
                    .filter(outcome -> isDoneWith(Bound.QUEUE_LENGTH, outcome))
                    .count();
            assertThat(turnedAway).isBetween(2L, 3L);
        }
    }

    @Test
    void requesterCannotTakeMoreThanItsShare() {
        try (RegoCompiler small = compilerWith(CompilerSettings.defaults().withQueue(8, 1))) {
            var first = small.compile(RegoSamples.endless(), "greedy", long_());
            var second = small.compile(RegoSamples.ordinary(), "greedy", RegoSamples.PATIENT);
            var other = small.compile(RegoSamples.ordinary(), "modest", RegoSamples.PATIENT);
            assertThat(isDoneWith(Bound.REQUESTER_SHARE, second)).isTrue();
            assertThat(first.toCompletableFuture()).isNotDone();
            assertThat(other.toCompletableFuture()).isNotDone();
        }
    }

    @Test
    void closingAnswersWhatRunsAndWhatWaits() {
        RegoCompiler closing = compilerWith(CompilerSettings.defaults());
        var running = closing.compile(RegoSamples.endless(), "one", long_());
        var waiting = closing.compile(RegoSamples.ordinary(), "two", RegoSamples.PATIENT);
        closing.close();
        assertThat(((Unavailable) RegoSamples.await(running)).bound()).isEqualTo(Bound.CLOSED);
        assertThat(((Unavailable) RegoSamples.await(waiting)).bound()).isEqualTo(Bound.CLOSED);
        var late = closing.compile(RegoSamples.ordinary(), "three", RegoSamples.PATIENT);
        assertThat(isDoneWith(Bound.CLOSED, late)).isTrue();
    }

    @Test
    void callerCannotAnswerForTheCompiler() {
        var outcome = compiler.compile(RegoSamples.ordinary(), "one", RegoSamples.PATIENT);
        outcome.toCompletableFuture().complete(new Unavailable(Bound.TIME, "forged"));
        var joined = compiler.compile(RegoSamples.ordinary(), "two", RegoSamples.PATIENT);
        assertThat(RegoSamples.await(joined)).isInstanceOf(Compiled.class);
    }

    private static String endlessText() {
        return RegoSamples.endless().files().firstEntry().getValue();
    }

    /** Long enough to submit further requests meanwhile. */
    private static CompileBudget brief() {
        return RegoSamples.PATIENT.withTimeout(Duration.ofSeconds(3));
    }

    private static CompileBudget long_() {
        return RegoSamples.PATIENT;
    }

    private static boolean isDoneWith(Bound bound, CompletionStage<CompileOutcome> outcome) {
        var future = outcome.toCompletableFuture();
        return future.isDone() && future.join() instanceof Unavailable(Bound met, String _) && met == bound;
    }

    private CompileOutcome compile(CompileRequest request) {
        return RegoSamples.await(compiler.compile(request, "tester", RegoSamples.PATIENT));
    }

    private Compiled compiled(CompileRequest request) {
        CompileOutcome outcome = compile(request);
        assertThat(outcome).isInstanceOf(Compiled.class);
        return (Compiled) outcome;
    }

    private Refused refused(CompileRequest request) {
        CompileOutcome outcome = compile(request);
        assertThat(outcome).isInstanceOf(Refused.class);
        return (Refused) outcome;
    }
}

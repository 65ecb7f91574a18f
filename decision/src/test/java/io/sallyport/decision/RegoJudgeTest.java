package io.sallyport.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.Judge.Judgement;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.Entrypoint;
import io.sallyport.regoengine.eval.LoadedProgram;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a request where an author or the library fails, says nothing, or comes to what is not known. */
class RegoJudgeTest {
    private static final Program PROGRAM = program();
    private static final EvalClock CLOCK =
            EvalClock.of(InstantSource.fixed(Instant.ofEpochSecond(1_700_000_000)), new Random(1));
    private static final RegoObject INDEX = (RegoObject) RegoJson.valueOf("{\"rule\": \"lease:net.fetch[0]\"}");
    private static final CanonicalRequest GET = Requests.get("a.test", "/x");
    private static final CanonicalRequest CONNECT = Requests.connect("a.test");
    private static final CanonicalRequest UNREADABLE = Requests.get("a.test", "/x", CanonicalQuery.parse("a=%ff"));

    @Test
    void whatNobodyDeniesIsWhatTheLibrarySays() {
        assertThat(judge(Author.SILENT).decide(GET)).isInstanceOfSatisfying(Decision.Allow.class, allow -> {
            assertThat(allow.rule()).isEqualTo("lease:net.fetch[0]");
            assertThat(allow.obligations().intercept()).isFalse();
        });
    }

    @Test
    void aDenyOfEitherAuthorRefuses() {
        CanonicalRequest closed = Requests.get("closed.test", "/");
        assertThat(reason(judge(deny("one_host")), closed)).isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(reason(judge(Author.SILENT, deny("one_host")), closed)).isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(reason(judge(deny("one_host"), deny("one_host")), GET)).isEqualTo(ReasonCode.GRANTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"by_method", "by_query", "by_whole"})
    void comingToWhatATunnelHidesOpensIt(String rule) {
        for (RegoJudge judge : new RegoJudge[] {judge(deny(rule)), judge(Author.SILENT, deny(rule))}) {
            assertThat(judge.decide(CONNECT))
                    .isInstanceOfSatisfying(
                            Decision.Allow.class,
                            allow -> assertThat(allow.obligations().intercept()).isTrue());
        }
    }

    @Test
    void whatIsNotComeToOpensNothing() {
        assertThat(judge(deny("one_host")).decide(CONNECT))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.obligations().intercept()).isFalse());
    }

    @Test
    void aDenyAtConnectIsFinalThoughAnotherRuleCouldNotBeAsked() {
        var both =
                new Author(entrypoint("one_host"), null, entrypoint("by_method"), EntryObject.EMPTY, EntryObject.EMPTY);
        assertThat(reason(judge(both), Requests.connect("closed.test"))).isEqualTo(ReasonCode.GUARDRAIL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"by_query", "by_whole"})
    void comingToAQueryThatCannotBeReadRefuses(String rule) {
        assertThat(UNREADABLE.query().parameters()).isNull();
        assertThat(reason(judge(deny(rule)), UNREADABLE)).isEqualTo(ReasonCode.UNREADABLE);
        assertThat(reason(judge(Author.SILENT, deny(rule)), UNREADABLE)).isEqualTo(ReasonCode.UNREADABLE);
    }

    @Test
    void aQueryThatNobodyReadsNeedNotBeReadable() {
        assertThat(reason(judge(deny("by_method")), UNREADABLE)).isEqualTo(ReasonCode.GRANTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"failing", "endless"})
    void anAuthorThatFailsDenies(String rule) {
        assertThat(reason(judge(deny(rule)), GET)).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
        assertThat(judge(deny(rule))
                        .judge(GET, RequestHeaders.EMPTY, Requests.ACTING)
                        .fault())
                .isNotEmpty();
        assertThat(reason(judge(obligations(rule)), GET)).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
        assertThat(reason(judge(Author.SILENT, deny(rule)), CONNECT)).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
    }

    @Test
    void anAuthorThatTakesTooManyStepsDenies() {
        var few = new Limits(3, 1 << 20, Limits.MAX_DEPTH, false);
        assertThat(reason(judge(entrypoint("library"), deny("one_host"), Author.SILENT, few), GET))
                .isEqualTo(ReasonCode.GUARDRAIL_ERROR);
    }

    @Test
    void aLibraryThatTakesTooManyStepsRefuses() {
        var few = new Limits(3, 1 << 20, Limits.MAX_DEPTH, false);
        assertThat(reason(judge(entrypoint("library"), Author.SILENT, Author.SILENT, few), GET))
                .isEqualTo(ReasonCode.POLICY_ERROR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"undefined_library", "failing_library", "one_host"})
    void aLibraryThatAnswersNothingOrNonsenseRefuses(String library) {
        RegoJudge judge = judge(entrypoint(library), Author.SILENT, Author.SILENT, Limits.DEFAULT);
        assertThat(reason(judge, GET)).isEqualTo(ReasonCode.POLICY_ERROR);
        assertThat(reason(judge, CONNECT)).isEqualTo(ReasonCode.POLICY_ERROR);
    }

    @Test
    void anObligationThatIsNotKnownRefuses() {
        assertThat(reason(judge(obligations("odd_obligation")), GET)).isEqualTo(ReasonCode.UNKNOWN_OBLIGATION);
        assertThat(reason(judge(obligations("odd_obligation")), CONNECT)).isEqualTo(ReasonCode.UNKNOWN_OBLIGATION);
    }

    @Test
    void obligationsThatAreNoSetStayWhatTheyAreAndRefuseAtATunnelToo() {
        var author =
                new Author(entrypoint("by_method"), null, entrypoint("no_set"), EntryObject.EMPTY, EntryObject.EMPTY);
        assertThat(reason(judge(author), GET)).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
        assertThat(reason(judge(author), CONNECT)).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
    }

    @Test
    void theClockMakesAnAnswerOfTheMoment() {
        assertThat(judge(deny("by_the_clock")).judge(GET, RequestHeaders.EMPTY, Requests.ACTING))
                .isEqualTo(judgement(false));
        assertThat(judge(Author.SILENT, deny("by_the_clock")).judge(GET, RequestHeaders.EMPTY, Requests.ACTING))
                .isEqualTo(judgement(false));
        assertThat(judge(deny("one_host")).judge(GET, RequestHeaders.EMPTY, Requests.ACTING))
                .isEqualTo(judgement(true));
    }

    @Test
    void anAuthorReadsItsOwnData() {
        RegoObject data = (RegoObject) RegoJson.valueOf("{\"lists\": {\"closed\": [\"a.test\"]}}");
        assertThat(reason(judge(new Author(entrypoint("by_list"), null, null, data, EntryObject.EMPTY)), GET))
                .isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(reason(judge(deny("by_list")), GET)).isEqualTo(ReasonCode.GRANTED);
    }

    private static Judgement judgement(boolean lasting) {
        return new Judgement(
                judge(Author.SILENT).decide(GET),
                lasting,
                true,
                null,
                lasting ? Set.of() : Set.of(Judge.PassingInput.TIME));
    }

    private static ReasonCode reason(RegoJudge judge, CanonicalRequest request) {
        return judge.decide(request).reason();
    }

    private static Author deny(String rule) {
        return new Author(entrypoint(rule), null, null, EntryObject.EMPTY, EntryObject.EMPTY);
    }

    private static Author obligations(String rule) {
        return new Author(null, null, entrypoint(rule), EntryObject.EMPTY, EntryObject.EMPTY);
    }

    static RegoJudge judge(Author guardrails) {
        return judge(guardrails, Author.SILENT);
    }

    private static RegoJudge judge(Author guardrails, Author sandbox) {
        return judge(entrypoint("library"), guardrails, sandbox, Limits.DEFAULT);
    }

    private static RegoJudge judge(Entrypoint library, Author guardrails, Author sandbox, Limits limits) {
        return new RegoJudge(
                new RegoJudge.Programs(library, guardrails, sandbox, RegoArray.EMPTY),
                INDEX,
                Requests.FACTS,
                limits,
                CLOCK);
    }

    static Entrypoint entrypoint(String rule) {
        @Nullable Entrypoint found = PROGRAM.entrypoint("judge/" + rule);
        if (found == null) {
            throw new AssertionError("the plan has no judge/" + rule);
        }
        return found;
    }

    private static Program program() {
        try (InputStream in = RegoJudgeTest.class.getResourceAsStream("/plans/judge.plan.json")) {
            if (in == null || !(Program.load(in.readAllBytes()) instanceof LoadedProgram.Ready(var program))) {
                throw new AssertionError("the plan cannot be loaded");
            }
            return program;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.sallyport.cli.policy.query;

import io.sallyport.cli.command.CliException;
import io.sallyport.policycompiler.author.RegoDiagnostics;
import io.sallyport.policycompiler.author.ShippedPackage;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.CompileRequest.AdHocQuery;
import io.sallyport.regoengine.eval.Entrypoint;
import io.sallyport.regoengine.eval.LoadedProgram;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates one query over the Rego and the data of a bundle, as {@code opa eval} does. Confined to one thread.
 *
 * @param strict whether a failing builtin fails the evaluation; else it is undefined
 */
public record QueryRun(OpaBundle sources, AdHocQuery query, boolean strict) {
    /** Limits for an author's own machine: about five seconds, 1 GiB of values. */
    private static final Limits LIMITS = new Limits(500_000_000L, 1L << 30, Limits.MAX_DEPTH, false);

    /** Returns the answers; {@code input} is null if there is none. */
    public QueryAnswers ask(@Nullable RegoValue input, InstantSource wall, QueryReport report) throws CliException {
        CompileOutcome.Compiled compiled = OneCompilation.of(CompileRequest.of(modules(), List.of())
                .inVersion0(sources.filesInVersion0())
                .notStrict()
                .asking(query));
        Entrypoint asked = entrypoint(compiled.planJson(), report);
        EvalClock clock = EvalClock.of(wall, new SecureRandom());
        Outcome outcome = asked.evaluateAll(input, sources.data(), strict ? LIMITS.strict() : LIMITS, clock);
        report.end();
        return switch (outcome) {
            case Outcome.Defined(RegoValue answers, boolean _) ->
                new QueryAnswers(compiled.analysis().expressions(), (RegoSet) answers);
            case Outcome.Undefined _ -> throw new IllegalStateException("a set of answers is never undefined");
            case Outcome.Failed failed -> throw CliException.unusable(query.text() + ": " + failed.text());
        };
    }

    /** Returns the texts that positions refer to, by file name. */
    public Map<String, String> texts() {
        var texts = new HashMap<String, String>(modules());
        texts.put(AdHocQuery.NAME, query.text());
        return texts;
    }

    private SortedMap<String, String> modules() {
        return ShippedPackage.beside(sources.modules(), query.text());
    }

    private static Entrypoint entrypoint(String planJson, QueryReport report) throws CliException {
        Builtins builtins = StandardBuiltins.all().telling(report);
        return switch (Plan.parse(planJson.getBytes(StandardCharsets.UTF_8))) {
            case ParsedPlan.Rejected(String why) -> throw new IllegalStateException("OPA's plan: " + why);
            case ParsedPlan.Accepted(Plan plan) ->
                switch (Program.link(plan, builtins, report)) {
                    case LoadedProgram.Ready(Program program) -> asked(program);
                    case LoadedProgram.Refused(var errors) ->
                        throw CliException.refused(RegoDiagnostics.of(errors, AdHocQuery.NAME));
                };
        };
    }

    private static Entrypoint asked(Program program) {
        Entrypoint asked = program.entrypoint(AdHocQuery.NAME);
        if (asked == null) {
            throw new IllegalStateException("a plan without its query");
        }
        return asked;
    }
}

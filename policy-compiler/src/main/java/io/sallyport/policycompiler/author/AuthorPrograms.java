package io.sallyport.policycompiler.author;

import io.sallyport.policycompiler.author.Compilation.Ready;
import io.sallyport.policycompiler.author.Compilation.Refused;
import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.eval.LoadError;
import io.sallyport.regoengine.eval.LoadedProgram;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.plan.MarkedRules;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.WrittenMembers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An author's plan as programs. Deny rules that have {@code "mode": "report"} in their head are a program of their
 * own, so that what they read or fail of changes nothing. Immutable.
 *
 * @param enforced everything else
 * @param reported those rules, or null if there are none
 * @param rules the names of deny rules that stand in the plan
 * @param parts the plans of both programs
 */
record AuthorPrograms(Program enforced, @Nullable Program reported, List<String> rules, MarkedRules parts) {
    private static final Builtins BUILTINS = StandardBuiltins.all().withoutChance();

    /**
     * Loads a plan.
     *
     * @param deny the query of the deny rules
     * @param file the name for diagnostics
     */
    static Compilation<AuthorPrograms> load(ParsedPlan parsed, String deny, String file, ToBytecode when) {
        return switch (parsed) {
            case ParsedPlan.Accepted(Plan plan) -> load(plan, deny, file, when);
            case ParsedPlan.Rejected(String why) ->
                new Refused<>(RegoDiagnostics.of(List.of(LoadError.malformed(why, null)), file));
        };
    }

    private static Compilation<AuthorPrograms> load(Plan plan, String deny, String file, ToBytecode when) {
        MarkedRules parts = MarkedRules.in(plan, deny, "mode", "report");
        List<String> rules = WrittenMembers.in(plan, deny, "rule");
        Plan reported = parts.marked();
        Compilation<Program> enforced = compilation(Program.link(parts.others(), BUILTINS, when), file);
        return reported == null
                ? enforced.map(program -> new AuthorPrograms(program, null, rules, parts))
                : enforced.then(program -> compilation(Program.link(reported, BUILTINS, when), file)
                        .map(beside -> new AuthorPrograms(program, beside, rules, parts)));
    }

    private static Compilation<Program> compilation(LoadedProgram loaded, String file) {
        return switch (loaded) {
            case LoadedProgram.Ready(var program) -> new Ready<>(program, List.of());
            case LoadedProgram.Refused(var errors) -> new Refused<>(RegoDiagnostics.of(errors, file));
        };
    }
}

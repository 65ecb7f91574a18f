package io.sallyport.policycompiler.author;

import io.sallyport.policycompiler.author.Compilation.Ready;
import io.sallyport.policycompiler.author.Compilation.Refused;
import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.eval.LoadedProgram;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.plan.MarkedRules;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Plan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An author's plan as programs. Deny rules that have {@code "mode": "report"} in their head are a program of their
 * own, so that what they read or fail of changes nothing. Immutable.
 *
 * @param enforced everything else
 * @param reported those rules, or null if there are none
 */
record AuthorPrograms(Program enforced, @Nullable Program reported) {
    private static final Builtins BUILTINS = StandardBuiltins.all().withoutChance();

    /**
     * Loads a plan.
     *
     * @param deny the query of the deny rules
     * @param file the name for diagnostics
     */
    static Compilation<AuthorPrograms> load(ParsedPlan parsed, String deny, String file, ToBytecode when) {
        return switch (parsed) {
            case ParsedPlan.Accepted(Plan plan) -> load(MarkedRules.in(plan, deny, "mode", "report"), file, when);
            case ParsedPlan.Rejected _ ->
                compilation(Program.load(parsed, BUILTINS, when), file)
                        .map(program -> new AuthorPrograms(program, null));
        };
    }

    private static Compilation<AuthorPrograms> load(MarkedRules rules, String file, ToBytecode when) {
        Plan reported = rules.marked();
        Compilation<Program> enforced = compilation(Program.link(rules.others(), BUILTINS, when), file);
        return reported == null
                ? enforced.map(program -> new AuthorPrograms(program, null))
                : enforced.then(program -> compilation(Program.link(reported, BUILTINS, when), file)
                        .map(beside -> new AuthorPrograms(program, beside)));
    }

    private static Compilation<Program> compilation(LoadedProgram loaded, String file) {
        return switch (loaded) {
            case LoadedProgram.Ready(var program) -> new Ready<>(program, List.of());
            case LoadedProgram.Refused(var errors) -> new Refused<>(RegoDiagnostics.of(errors, file));
        };
    }
}

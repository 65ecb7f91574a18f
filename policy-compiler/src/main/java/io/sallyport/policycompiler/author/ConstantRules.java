package io.sallyport.policycompiler.author;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.eval.LoadedProgram;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.footprint.Footprint;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.plan.SingleRules;
import io.sallyport.regoengine.run.Evaluable;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds deny rules that do not depend on the question: they read no input, no time and nothing random, so that one
 * evaluation over the author's data answers for all questions.
 */
public final class ConstantRules {
    private final String query;
    private final RegoObject data;
    private final EvalClock clock;

    private ConstantRules(String query, RegoObject data, EvalClock clock) {
        this.query = query;
        this.data = data;
        this.clock = clock;
    }

    /**
     * Returns a warning for each such rule.
     *
     * @param bundles the digests under which {@code store} keeps the compiled Rego
     * @param root the path of the author's package, such as {@code sallyport/guardrails}
     * @param data the base documents that it reads
     */
    public static List<Diagnostic> of(
            List<String> bundles, String root, RegoObject data, PlanStore store, EvalClock clock) {
        var rules = new ConstantRules(root + "/deny", data, clock);
        List<Diagnostic> found = new ArrayList<>();
        for (String bundle : bundles) {
            Plan plan = StoredPlan.find(bundle, store);
            if (plan != null) {
                SingleRules.of(plan, rules.query).forEach(rule -> rules.look(rule, found));
            }
        }
        return found;
    }

    private void look(SingleRules.SingleRule rule, List<Diagnostic> found) {
        Footprint footprint = Footprint.of(rule.plan(), query);
        boolean isConstant = footprint.paths().isEmpty() && !footprint.readsMoment();
        if (isConstant
                && Program.link(rule.plan(), StandardBuiltins.all().withoutChance(), ToBytecode.NEVER)
                        instanceof LoadedProgram.Ready(Program program)) {
            Evaluable set = program.entrypoint(query);
            Outcome outcome =
                    set == null ? new Outcome.Undefined(false) : set.evaluate(null, data, Limits.DEFAULT, clock);
            if (outcome instanceof Outcome.Defined(RegoSet denies, var _)) {
                found.add(denies.size() > 0 ? always(rule.position()) : never(rule.position()));
            }
        }
    }

    private static Diagnostic always(Position at) {
        return warning(
                at,
                DiagnosticCode.ALWAYS_HOLDS,
                "this deny holds for every question: nothing passes",
                "read input in a condition, or remove it");
    }

    private static Diagnostic never(Position at) {
        return warning(
                at,
                DiagnosticCode.NEVER_HOLDS,
                "this deny holds for no question: it has no effect",
                "read input in a condition, or remove it");
    }

    private static Diagnostic warning(Position at, DiagnosticCode code, String message, String help) {
        return Diagnostic.warning(at.file(), at.row(), at.column(), code, message, help);
    }
}

package io.sallyport.policycompiler.author;

import io.sallyport.decision.explain.EffectiveLine;
import io.sallyport.decision.explain.EffectiveLine.Effect;
import io.sallyport.decision.explain.PolicyLayer;
import io.sallyport.model.Mode;
import io.sallyport.model.Provenance;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.plan.WrittenObject;
import java.util.ArrayList;
import java.util.List;

/** The deny rules of an author, and where they are written. Those of a WebAssembly module are not known. */
public final class WrittenRules {
    private WrittenRules() {}

    /**
     * Returns a line for each deny rule, in the order of the plan.
     *
     * @param bundles the digests under which {@code store} keeps the compiled Rego
     * @param author {@code guardrails} or {@code sandbox}
     */
    public static List<EffectiveLine> of(List<String> bundles, PolicyLayer layer, String author, PlanStore store) {
        var lines = new ArrayList<EffectiveLine>();
        for (String bundle : bundles) {
            Plan plan = StoredPlan.find(bundle, store);
            if (plan != null) {
                WrittenObject.in(plan, "sallyport/" + author + "/deny", "rule")
                        .forEach(rule -> lines.add(line(rule, layer, author)));
            }
        }
        return lines;
    }

    private static EffectiveLine line(WrittenObject rule, PolicyLayer layer, String author) {
        String name = rule.constants().get("rule");
        Position at = rule.position();
        return new EffectiveLine(
                layer,
                null,
                Effect.DENIES,
                author,
                name == null ? null : author + ":" + name,
                "",
                "report".equals(rule.constants().get("mode")) ? Mode.REPORT : Mode.ENFORCE,
                new Provenance(at.file(), at.row(), at.column(), null));
    }
}

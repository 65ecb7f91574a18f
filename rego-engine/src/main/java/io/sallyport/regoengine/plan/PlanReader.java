package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/** Parses the parts of a plan other than statements. Confined to one thread, for one plan. */
final class PlanReader {
    private final List<RegoString> strings;
    private final StatementReader statements;

    private PlanReader(PlanTree fixed) {
        strings = fixed.list("strings", PlanReader::constant);
        statements = new StatementReader(strings, fixed.list("files", PlanReader::constant));
    }

    static ParsedPlan read(RegoValue json) {
        try {
            PlanTree root = PlanTree.of(json);
            return new ParsedPlan.Accepted(new PlanReader(root.tree("static")).plan(root));
        } catch (MalformedPlan e) {
            return new ParsedPlan.Rejected("not a plan of OPA: " + e.getMessage());
        }
    }

    private static RegoString constant(RegoValue value) {
        return RegoString.named(PlanTree.of(value).text("value"));
    }

    private Plan plan(PlanTree root) {
        return new Plan(
                strings.stream().map(RegoString::text).toList(),
                root.tree("static").list("builtin_funcs", PlanReader::declaration),
                root.tree("plans").list("plans", this::query),
                root.has("funcs") ? root.tree("funcs").list("funcs", this::function) : List.of());
    }

    private static BuiltinDeclaration declaration(RegoValue value) {
        PlanTree tree = PlanTree.of(value);
        PlanTree type = tree.tree("decl");
        return new BuiltinDeclaration(
                tree.text("name"), type.list("args", argument -> argument).size(), type.has("result"));
    }

    private PlannedQuery query(RegoValue value) {
        PlanTree tree = PlanTree.of(value);
        return new PlannedQuery(tree.text("name"), tree.list("blocks", statements::block));
    }

    private PlannedFunction function(RegoValue value) {
        PlanTree tree = PlanTree.of(value);
        return new PlannedFunction(
                tree.text("name"),
                tree.list("params", PlanTree::count),
                tree.list("path", PlanTree::text),
                tree.list("blocks", statements::block));
    }
}

package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import java.util.List;

/** A planned policy: its entrypoints, and the functions that they call. Immutable. */
public record Plan(
        List<String> strings,
        List<BuiltinDeclaration> builtins,
        List<PlannedQuery> queries,
        List<PlannedFunction> functions) {

    /** The depth is large because nested blocks take several levels of JSON each. */
    private static final JsonLimits LIMITS = new JsonLimits(256L << 20, 1000);

    public Plan {
        strings = List.copyOf(strings);
        builtins = List.copyOf(builtins);
        queries = List.copyOf(queries);
        functions = List.copyOf(functions);
    }

    /** Parses the JSON written by {@code opa build -t plan}. */
    public static ParsedPlan parse(byte[] json) {
        return switch (RegoJson.parse(json, LIMITS)) {
            case ParsedJson.Accepted(var tree) -> PlanReader.read(tree);
            case ParsedJson.Rejected(var why, int line, int column) ->
                new ParsedPlan.Rejected("not JSON at %d:%d: %s".formatted(line, column, why));
        };
    }
}

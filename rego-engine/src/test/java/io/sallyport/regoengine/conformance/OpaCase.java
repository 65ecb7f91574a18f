package io.sallyport.regoengine.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One of OPA's cases, as written by {@code opa-compiler/cases}. */
record OpaCase(RegoObject fields) {
    private static final String ALL = "data = x";

    /** Returns its note, which is unique. */
    String name() {
        return text("name");
    }

    String category() {
        return text("category");
    }

    /** Returns the plan for its query. */
    byte[] plan() {
        return RegoJson.write(requireNonNull(fields.get("plan"))).getBytes(UTF_8);
    }

    /** Returns whether its query is {@code data} itself, which would include a rule added for the query. */
    boolean asksForAll() {
        return text("query").equals(ALL);
    }

    /**
     * Returns its modules, and one whose rule {@code data.conformance.answers} is its query, unless it {@link
     * #asksForAll}.
     */
    Map<String, String> source() {
        Map<String, String> files = new TreeMap<>();
        if (!asksForAll()) {
            files.put("query.rego", text("source"));
        }
        if (fields.get("modules") instanceof RegoArray modules) {
            for (int i = 0; i < modules.size(); i++) {
                files.put("test-" + i + ".rego", ((RegoString) modules.get(i)).text());
            }
        }
        return files;
    }

    /** Returns those of {@link #source} that are in Rego version 0. */
    Set<String> v0() {
        return flag("v0")
                ? source().keySet().stream()
                        .filter(name -> name.startsWith("test-"))
                        .collect(toSet())
                : Set.of();
    }

    RegoValue data() {
        RegoValue data = fields.get("data");
        return data == null ? RegoObject.of(Map.of()) : data;
    }

    /** Returns null if there is no input, or if {@link #inputPlan} computes it. */
    @Nullable
    RegoValue input() {
        return fields.get("input");
    }

    /** Returns the plan of an input that JSON cannot represent. */
    byte @Nullable [] inputPlan() {
        RegoValue plan = fields.get("input_plan");
        return plan == null ? null : RegoJson.write(plan).getBytes(UTF_8);
    }

    boolean strict() {
        return flag("strict_error");
    }

    boolean sorted() {
        return flag("sort_bindings");
    }

    boolean withoutGeneratedVariables() {
        return flag("ignore_generated_vars");
    }

    boolean wantsError() {
        return fields.get("want_error") != null || fields.get("want_error_code") != null;
    }

    /** Returns null if any error is accepted. */
    @Nullable
    String wantedErrorCode() {
        return fields.get("want_error_code") instanceof RegoString code ? code.text() : null;
    }

    RegoArray wantedResult() {
        return (RegoArray) requireNonNull(fields.get("want_result"));
    }

    private String text(String field) {
        return ((RegoString) requireNonNull(fields.get(field), field)).text();
    }

    private boolean flag(String field) {
        return fields.get(field) instanceof RegoBoolean flag && flag.value();
    }
}

package io.sallyport.cli.policy.schema;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.builtin.jsonschema.JsonSchemas;
import io.sallyport.regoengine.builtin.jsonschema.JsonSchemas.Problem;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * JSON Schemas by slash path: {@code lists} describes {@code data.lists}, {@code lists/teams} one list; others only
 * annotations name. Immutable.
 */
public record ListSchemas(SortedMap<String, RegoValue> schemas) {
    /** The path of the schema of all lists. */
    static final String ALL = "lists";

    static final ListSchemas NONE = new ListSchemas(new TreeMap<>());

    private static final String ONE = ALL + "/";

    /** The limits of one comparison: about five seconds, 1 GiB of values. */
    private static final long MAX_STEPS = 500_000_000L;

    private static final long MAX_BYTES = 1L << 30;

    public ListSchemas {
        schemas = Collections.unmodifiableSortedMap(new TreeMap<>(schemas));
    }

    boolean describeLists() {
        return schemas.keySet().stream().anyMatch(path -> path.equals(ALL) || path.startsWith(ONE));
    }

    /** Returns the schemas as JSON texts. */
    public Map<String, String> texts() {
        var texts = new TreeMap<String, String>();
        schemas.forEach((path, schema) -> texts.put(path, RegoJson.write(schema)));
        return texts;
    }

    /** Returns why a schema cannot be read, or null if it can. */
    static @Nullable String whyUnreadable(RegoValue schema) {
        try {
            JsonSchemas.problems(EntryObject.EMPTY, schema, fuel());
            return null;
        } catch (BuiltinError | LimitExceeded e) {
            return "no JSON Schema: " + e.getMessage();
        }
    }

    /**
     * Ends the command if the lists differ from their schemas, with an error for each place.
     *
     * @param text in which the lists are written, for places; null if it is not known
     */
    public void require(RegoObject lists, @Nullable String text) throws CliException {
        List<Diagnostic> wrong = check(lists, text);
        if (!wrong.isEmpty()) {
            throw CliException.refused(wrong, text == null ? SourceTexts.NONE : SourceTexts.of(Map.of("data", text)));
        }
    }

    private List<Diagnostic> check(RegoObject lists, @Nullable String text) {
        var findings = new Findings("data");
        var places = ListPlaces.of(text);
        schemas.forEach((path, schema) -> {
            List<String> names = List.of(path.split("/"));
            RegoValue described = names.getFirst().equals(ALL) ? at(lists, names.subList(1, names.size())) : null;
            if (described != null) {
                check(described, schema, "data." + String.join(".", names), places, findings);
            }
        });
        return findings.all();
    }

    private static void check(
            RegoValue described, RegoValue schema, String path, ListPlaces places, Findings findings) {
        try {
            for (Problem problem : JsonSchemas.problems(described, schema, fuel())) {
                String field = problem.field().isEmpty() ? path : path + "." + problem.field();
                findings.error(
                        places.at(field), DiagnosticCode.SCHEMA_MISMATCH, field + ": " + problem.description(), null);
            }
        } catch (BuiltinError | LimitExceeded e) {
            findings.error(places.at(path), DiagnosticCode.SCHEMA_MISMATCH, path + ": " + e.getMessage(), null);
        }
    }

    private static @Nullable RegoValue at(RegoObject lists, List<String> names) {
        RegoValue found = lists;
        for (String name : names) {
            found = found instanceof RegoObject object ? object.get(name) : null;
        }
        return found;
    }

    private static Fuel fuel() {
        return new Fuel(MAX_STEPS, MAX_BYTES);
    }
}

package io.sallyport.cli;

import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.jsonschema.JsonSchemas;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a published schema says against a JSON text. */
public final class SchemaProblems {
    private static final Path SCHEMAS = Path.of("../docs/schemas");

    private SchemaProblems() {}

    public static List<JsonSchemas.Problem> of(String schema, String json) throws IOException {
        return in(text(schema), json);
    }

    /** As {@link #of}, where members of the outermost object that the schema does not name are problems, too. */
    public static List<JsonSchemas.Problem> strict(String schema, String json) throws IOException {
        return in(text(schema).replaceFirst("\\{", "{\"additionalProperties\": false, "), json);
    }

    static String text(String schema) throws IOException {
        return Files.readString(SCHEMAS.resolve(schema + ".schema.json"));
    }

    private static List<JsonSchemas.Problem> in(String schema, String json) {
        RegoValue parsed = RegoJson.valueOf(schema);
        return JsonSchemas.problems(RegoJson.valueOf(json), parsed, new Fuel(500_000_000L, 1L << 30));
    }
}

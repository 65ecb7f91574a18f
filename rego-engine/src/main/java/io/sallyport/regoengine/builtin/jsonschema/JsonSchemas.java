package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.Prepared;
import io.sallyport.regoengine.builtin.json.JsonTexts;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.function.Function;

/**
 * Validates values against JSON schemas of drafts 4, 6 and 7. A {@code $ref} is resolved only within the schema itself:
 * what OPA would fetch or read from disk is an error here.
 */
public final class JsonSchemas {
    public static final List<Builtin> ALL = List.of(
            Builtin.unary("json.verify_schema", JsonSchemas::verify),
            Builtin.binary("json.match_schema", JsonSchemas::match));

    private JsonSchemas() {}

    /**
     * A way in which a document differs from its schema.
     *
     * @param field names and indexes from the root, joined by dots; empty for the root
     */
    public record Problem(String field, String description) {}

    /**
     * Returns how {@code document} differs from {@code schema}, in OPA's words.
     *
     * @throws BuiltinError if the schema cannot be read
     */
    public static List<Problem> problems(RegoValue document, RegoValue schema, Fuel fuel) {
        return findings(document, JsonSchemaReader.read(schema, fuel), fuel).problems();
    }

    private static RegoValue verify(BuiltinContext context, RegoValue operand) {
        try {
            schema(context, operand);
            return RegoArray.of(RegoBoolean.TRUE, RegoNull.NULL);
        } catch (BuiltinError e) {
            return RegoArray.of(RegoBoolean.FALSE, RegoString.of("jsonschema: " + e.getMessage()));
        }
    }

    private static RegoValue match(BuiltinContext context, RegoValue document, RegoValue operand) {
        RegoValue value = json(context.fuel(), document);
        JsonSchema schema = schema(context, operand);
        JsonSchemaFindings findings = findings(value, schema, context.fuel());
        return RegoArray.of(RegoBoolean.of(findings.isEmpty()), findings.toArray());
    }

    private static JsonSchemaFindings findings(RegoValue document, JsonSchema schema, Fuel fuel) {
        return new JsonSchemaCheck(fuel).findings(schema, document, JsonSchemaFindings.Place.ROOT);
    }

    private static JsonSchema schema(BuiltinContext context, RegoValue operand) {
        Function<Fuel, JsonSchema> read = fuel -> JsonSchemaReader.read(json(fuel, operand), fuel);
        return Prepared.of(context, JsonSchema.class, operand, read);
    }

    /** Returns JSON given as a text, or as a value, whose sets then become arrays. */
    private static RegoValue json(Fuel fuel, RegoValue operand) {
        return switch (operand) {
            case RegoString text ->
                switch (JsonTexts.parsed(fuel, text.text())) {
                    case ParsedJson.Accepted(var value) -> value;
                    case ParsedJson.Rejected _ -> throw new BuiltinError("invalid JSON string");
                };
            case RegoObject _, RegoArray _ -> JsonTexts.plain(fuel, operand);
            default -> throw new BuiltinError("wrong type, expected string or object");
        };
    }
}

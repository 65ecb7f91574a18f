package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.builtin.pattern.TextMatcher;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Parses JSON as a schema of draft 4, 6 or 7, with the checks of OPA 1.22 and in its order, so that the first problem
 * is the same. The target of a reference is parsed once. Confined to one call.
 */
final class JsonSchemaReader {
    /** The maximum nesting of schemas, because they are parsed and applied recursively. */
    static final int MAX_DEPTH = 200;

    static final String ROOT = "(Root)";

    private final Fuel fuel;
    private final JsonSchemaDocuments documents;
    private final Map<String, JsonSchema> referred = new HashMap<>();
    private int depth;

    private JsonSchemaReader(Fuel fuel) {
        this.fuel = fuel;
        this.documents = new JsonSchemaDocuments(fuel);
    }

    /** Parses the schema {@code root}; throws {@link BuiltinError} if it is invalid. */
    static JsonSchema read(RegoValue root, Fuel fuel) {
        JsonSchemaReader reader = new JsonSchemaReader(fuel);
        JsonSchemaDraft draft = JsonSchemaDocuments.draft(root);
        reader.documents.add(root);
        JsonSchema schema = new JsonSchema(ROOT, draft == null ? JsonSchemaDraft.HYBRID : draft);
        reader.read(root, schema);
        return schema;
    }

    private JsonSchema child(RegoValue node, String property, JsonSchema parent) {
        JsonSchema schema = new JsonSchema(property, parent.draft);
        read(node, schema);
        return schema;
    }

    private void read(RegoValue node, JsonSchema schema) {
        fuel.makeValues(10);
        if (++depth > MAX_DEPTH) {
            throw new LimitExceeded("depth of a schema", MAX_DEPTH, "schemas within each other", "fixed");
        }
        if (schema.draft.atLeast(JsonSchemaDraft.SIX) && node instanceof RegoBoolean verdict) {
            schema.verdict = verdict.value();
        } else if (node instanceof RegoObject members) {
            readMembers(members, schema);
        } else {
            throw new BuiltinError("Expected: Valid Schema, given: Invalid JSON");
        }
        depth--;
    }

    private void readMembers(RegoObject members, JsonSchema schema) {
        var keywords = new JsonSchemaKeywords(members, schema, fuel);
        keywords.checkId();
        readDefinitions(members, schema);
        keywords.text("title");
        keywords.text("description");
        if (isReference(keywords, members, schema)) {
            return;
        }
        keywords.readTypes();
        readProperties(members, schema);
        readAdditionalProperties(members, schema);
        readPatternProperties(keywords, schema);
        readPropertyNames(members, schema);
        readDependencies(members, schema);
        readItems(members, schema);
        readAdditionalItems(members, schema);
        new JsonSchemaBounds(members, schema).read();
        keywords.readPattern();
        keywords.readFormat();
        new JsonSchemaBounds(members, schema).readProperties();
        keywords.readRequired();
        new JsonSchemaBounds(members, schema).readItems();
        keywords.readUniqueItems();
        RegoValue contains = members.get("contains");
        if (contains != null && schema.draft.atLeast(JsonSchemaDraft.SIX)) {
            schema.contains = child(contains, "contains", schema);
        }
        keywords.readValues();
        readCombinations(keywords, members, schema);
    }

    private void readDefinitions(RegoObject members, JsonSchema schema) {
        RegoValue definitions = members.get("definitions");
        if (definitions == null) {
            return;
        }
        if (!(definitions instanceof RegoObject named)) {
            throw JsonSchemaErrors.invalidType("Array Of Schemas", "definitions");
        }
        named.forEach((ignored, node) -> {
            if (!isSchema(node)) {
                throw JsonSchemaErrors.invalidType("Array Of Schemas", "definitions");
            }
            child(node, "definitions", schema);
        });
    }

    private static boolean isSchema(RegoValue node) {
        return node instanceof RegoObject || node instanceof RegoBoolean;
    }

    /** Follows {@code $ref}. If its target is known already, the keywords next to it are still checked. */
    private boolean isReference(JsonSchemaKeywords keywords, RegoObject members, JsonSchema schema) {
        String text = keywords.text("$ref");
        if (text == null) {
            return false;
        }
        JsonReference reference = documents.reference(members, text);
        JsonSchema known = referred.get(reference.toString());
        if (known != null) {
            schema.referred = known;
            return false;
        }
        schema.referred = resolve(reference, schema);
        return true;
    }

    /** Registers the target before it is parsed, because it may refer to itself. */
    private JsonSchema resolve(JsonReference reference, JsonSchema from) {
        JsonSchema schema = new JsonSchema("$ref", from.draft);
        referred.put(reference.toString(), schema);
        RegoValue node = documents.find(reference);
        if (!isSchema(node)) {
            throw JsonSchemaErrors.mustBeOfType("Valid Schema", "object");
        }
        read(node, schema);
        return schema;
    }

    private void readProperties(RegoObject members, JsonSchema schema) {
        RegoValue properties = members.get("properties");
        if (properties == null) {
            return;
        }
        if (!(properties instanceof RegoObject named)) {
            throw JsonSchemaErrors.mustBeOfType("Properties", "object");
        }
        named.forEach((name, node) -> schema.properties.add(child(node, ((RegoString) name).text(), schema)));
    }

    private void readAdditionalProperties(RegoObject members, JsonSchema schema) {
        schema.additionalProperties = rest(members, "additionalProperties", schema);
    }

    private void readAdditionalItems(RegoObject members, JsonSchema schema) {
        schema.additionalItems = rest(members, "additionalItems", schema);
    }

    private JsonSchema.Rest rest(RegoObject members, String key, JsonSchema schema) {
        RegoValue node = members.get(key);
        return switch (node) {
            case null -> JsonSchema.Rest.OPEN;
            case RegoBoolean allowed -> new JsonSchema.Rest(allowed.value(), null);
            case RegoObject object -> new JsonSchema.Rest(true, child(object, key, schema));
            default -> throw JsonSchemaErrors.invalidType("boolean/Valid Schema", key);
        };
    }

    private void readPatternProperties(JsonSchemaKeywords keywords, JsonSchema schema) {
        RegoObject named = keywords.object("patternProperties");
        if (named == null) {
            return;
        }
        named.forEach((key, node) -> {
            String source = ((RegoString) key).text();
            TextMatcher pattern = keywords.compile(source, "Invalid regex pattern '%s'".formatted(source));
            schema.patternProperties.put(child(node, source, schema), pattern);
        });
    }

    private void readPropertyNames(RegoObject members, JsonSchema schema) {
        RegoValue names = members.get("propertyNames");
        if (names == null || !schema.draft.atLeast(JsonSchemaDraft.SIX)) {
            return;
        }
        if (!isSchema(names)) {
            throw JsonSchemaErrors.invalidType("Valid Schema", "patternProperties");
        }
        schema.propertyNames = child(names, "propertyNames", schema);
    }

    private void readDependencies(RegoObject members, JsonSchema schema) {
        RegoValue dependencies = members.get("dependencies");
        if (dependencies == null) {
            return;
        }
        if (!(dependencies instanceof RegoObject named)) {
            throw JsonSchemaErrors.mustBeOfType("dependencies", "object");
        }
        named.forEach((key, node) -> {
            String name = ((RegoString) key).text();
            schema.dependencies.put(name, dependency(node, name, schema));
        });
    }

    private JsonSchema.Dependency dependency(RegoValue node, String name, JsonSchema schema) {
        if (isSchema(node)) {
            return new JsonSchema.Dependency.Schema(child(node, name, schema));
        }
        if (node instanceof RegoArray elements) {
            List<String> names = new ArrayList<>();
            for (RegoValue element : elements.list()) {
                fuel.step();
                names.add(dependedOn(element));
            }
            return new JsonSchema.Dependency.Properties(names);
        }
        throw JsonSchemaErrors.mustBeOfType("Dependency", "Schema Or Array Of Strings");
    }

    private static String dependedOn(RegoValue name) {
        if (name instanceof RegoString text) {
            return text.text();
        }
        throw JsonSchemaErrors.mustBeOfType("Dependency", "Schema Or Array Of Strings");
    }

    private void readItems(RegoObject members, JsonSchema schema) {
        RegoValue items = members.get("items");
        if (items == null) {
            return;
        }
        if (isSchema(items)) {
            schema.items.add(child(items, "items", schema));
            schema.oneSchemaForItems = true;
            return;
        }
        if (!(items instanceof RegoArray elements)) {
            throw JsonSchemaErrors.invalidType("Valid Schema/Array Of Schemas", "items");
        }
        for (RegoValue element : elements.list()) {
            if (!isSchema(element)) {
                throw JsonSchemaErrors.invalidType("Valid Schema/Array Of Schemas", "items");
            }
            schema.items.add(child(element, "items", schema));
        }
    }

    private void readCombinations(JsonSchemaKeywords keywords, RegoObject members, JsonSchema schema) {
        readAll(keywords.array("oneOf"), "oneOf", schema, schema.oneOf);
        readAll(keywords.array("anyOf"), "anyOf", schema, schema.anyOf);
        readAll(keywords.array("allOf"), "allOf", schema, schema.allOf);
        readOne(members, "not", schema, not -> schema.not = not);
        if (schema.draft.atLeast(JsonSchemaDraft.SEVEN)) {
            readOne(members, "if", schema, when -> schema.when = when);
            readOne(members, "then", schema, then -> schema.then = then);
            readOne(members, "else", schema, otherwise -> schema.otherwise = otherwise);
        }
    }

    private void readAll(@Nullable RegoArray nodes, String key, JsonSchema schema, List<JsonSchema> into) {
        for (int i = 0; nodes != null && i < nodes.size(); i++) {
            into.add(child(nodes.get(i), key, schema));
        }
    }

    private void readOne(RegoObject members, String key, JsonSchema schema, Consumer<JsonSchema> into) {
        RegoValue node = members.get(key);
        if (node == null) {
            return;
        }
        if (!isSchema(node)) {
            throw JsonSchemaErrors.mustBeOfAn(key, "object");
        }
        into.accept(child(node, key, schema));
    }
}

package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.pattern.TextMatcher;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses the keywords of one schema that contain neither schemas nor bounds. Confined to the reading of one schema. */
record JsonSchemaKeywords(RegoObject members, JsonSchema schema, Fuel fuel) {
    private static final List<String> TYPES =
            List.of("array", "boolean", "integer", "number", "null", "object", "string");

    @Nullable
    String text(String key) {
        return switch (members.get(key)) {
            case null -> null;
            case RegoString text -> text.text();
            default -> throw JsonSchemaErrors.invalidType("string", key);
        };
    }

    @Nullable
    RegoObject object(String key) {
        return switch (members.get(key)) {
            case null -> null;
            case RegoObject object -> object;
            default -> throw JsonSchemaErrors.invalidType("Valid Schema", key);
        };
    }

    @Nullable
    RegoArray array(String key) {
        return switch (members.get(key)) {
            case null -> null;
            case RegoArray array -> array;
            default -> throw JsonSchemaErrors.mustBeOfAn(key, "array");
        };
    }

    /** Checks that {@code id} is a URL; the part that it names was collected before. */
    void checkId() {
        boolean old = schema.draft == JsonSchemaDraft.FOUR
                || (schema.draft == JsonSchemaDraft.HYBRID && members.get("id") != null);
        String id = text(old ? "id" : "$id");
        if (id != null) {
            JsonReference.parse(id);
        }
    }

    void readTypes() {
        switch (members.get("type")) {
            case null -> {}
            case RegoString type -> add(type.text());
            case RegoArray types -> {
                for (RegoValue element : types.list()) {
                    if (!(element instanceof RegoString type)) {
                        throw JsonSchemaErrors.invalidType("type", "string/Array Of Strings");
                    }
                    add(type.text());
                }
            }
            default -> throw JsonSchemaErrors.invalidType("type", "string/Array Of Strings");
        }
    }

    private void add(String type) {
        if (!TYPES.contains(type)) {
            throw new BuiltinError(
                    "has a primitive type that is NOT VALID -- given: /%s/ Expected valid values are:[%s]"
                            .formatted(type, String.join(" ", TYPES)));
        }
        if (schema.types.contains(type)) {
            throw new BuiltinError(type + " type is duplicated");
        }
        schema.types.add(type);
    }

    /** Compiles {@code source} as RE2; throws {@code complaint} if it is invalid. */
    TextMatcher compile(String source, String complaint) {
        try {
            return TextMatcher.compile(fuel, source);
        } catch (BuiltinError e) {
            throw new BuiltinError(complaint);
        }
    }

    void readPattern() {
        String source = text("pattern");
        if (source != null) {
            schema.patternSource = source;
            schema.pattern = compile(source, "pattern must be a valid regex");
        }
    }

    void readFormat() {
        String format = text("format");
        schema.format = format == null ? "" : format;
    }

    void readRequired() {
        RegoArray required = array("required");
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; required != null && i < required.size(); i++) {
            fuel.step();
            if (!(required.get(i) instanceof RegoString name)) {
                throw JsonSchemaErrors.invalidType("string", "required");
            }
            if (!names.add(name.text())) {
                throw JsonSchemaErrors.mustBeUnique("required");
            }
        }
        schema.required.addAll(names);
    }

    void readUniqueItems() {
        switch (members.get("uniqueItems")) {
            case null -> {}
            case RegoBoolean unique -> schema.uniqueItems = unique.value();
            default -> throw JsonSchemaErrors.mustBeOfA("uniqueItems", "boolean");
        }
    }

    /** Parses {@code const} and {@code enum}; an empty enumeration permits no value. */
    void readValues() {
        RegoValue constant = members.get("const");
        if (constant != null && schema.draft.atLeast(JsonSchemaDraft.SIX)) {
            schema.constant = JsonSchemaTexts.canonical(fuel, constant);
        }
        RegoArray values = array("enum");
        if (values == null) {
            return;
        }
        Set<String> texts = new LinkedHashSet<>();
        for (RegoValue value : values.list()) {
            if (!texts.add(JsonSchemaTexts.canonical(fuel, value))) {
                throw JsonSchemaErrors.mustBeUnique("enum");
            }
        }
        schema.enumeration = new ArrayList<>(texts);
    }
}

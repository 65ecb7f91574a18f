package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.pattern.TextMatcher;
import io.sallyport.regoengine.value.RegoNumber;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A schema or a part of one, as parsed by {@link JsonSchemaReader}; null or empty means absent. Written only by the
 * reader, which may return to a part that refers to itself; not changed after the whole schema is read.
 */
final class JsonSchema {
    final String property;
    final JsonSchemaDraft draft;

    /** Set if the schema is only {@code true} or {@code false}. */
    @Nullable
    Boolean verdict;

    /** The target of {@code $ref}; if set, nothing else applies. */
    @Nullable
    JsonSchema referred;

    final List<String> types = new ArrayList<>();
    final List<JsonSchema> properties = new ArrayList<>();
    final List<JsonSchema> items = new ArrayList<>();
    boolean oneSchemaForItems;

    @Nullable
    RegoNumber multipleOf;

    @Nullable
    RegoNumber maximum;

    @Nullable
    RegoNumber exclusiveMaximum;

    @Nullable
    RegoNumber minimum;

    @Nullable
    RegoNumber exclusiveMinimum;

    @Nullable
    Long minLength;

    @Nullable
    Long maxLength;

    String patternSource = "";

    @Nullable
    TextMatcher pattern;

    String format = "";

    @Nullable
    Long minProperties;

    @Nullable
    Long maxProperties;

    final List<String> required = new ArrayList<>();
    final Map<String, Dependency> dependencies = new LinkedHashMap<>();
    Rest additionalProperties = Rest.OPEN;
    final Map<JsonSchema, TextMatcher> patternProperties = new LinkedHashMap<>();

    @Nullable
    JsonSchema propertyNames;

    @Nullable
    Long minItems;

    @Nullable
    Long maxItems;

    boolean uniqueItems;

    @Nullable
    JsonSchema contains;

    Rest additionalItems = Rest.OPEN;

    @Nullable
    String constant;

    @Nullable
    List<String> enumeration;

    final List<JsonSchema> oneOf = new ArrayList<>();
    final List<JsonSchema> anyOf = new ArrayList<>();
    final List<JsonSchema> allOf = new ArrayList<>();

    @Nullable
    JsonSchema not;

    @Nullable
    JsonSchema when;

    @Nullable
    JsonSchema then;

    @Nullable
    JsonSchema otherwise;

    JsonSchema(String property, JsonSchemaDraft draft) {
        this.property = property;
        this.draft = draft;
    }

    /**
     * The rule for properties or items that no other keyword covers; if {@code schema} is null, {@code allowed}
     * decides.
     */
    record Rest(boolean allowed, @Nullable JsonSchema schema) {
        static final Rest OPEN = new Rest(true, null);
    }

    /** What the presence of a property requires: other properties, or a schema. */
    sealed interface Dependency {
        record Properties(List<String> names) implements Dependency {}

        record Schema(JsonSchema schema) implements Dependency {}
    }
}

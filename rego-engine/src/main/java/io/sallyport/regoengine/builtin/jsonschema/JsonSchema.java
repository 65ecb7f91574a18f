package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.pattern.TextMatcher;
import io.sallyport.regoengine.value.RegoNumber;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A schema, or a part of one, as {@link JsonSchemaReader} understood it; what is null or empty was not said. Written by the
 * reader alone, which may come back to a part that refers to itself; not changed once the whole was read.
 */
final class JsonSchema {
    final String property;
    final JsonSchemaDraft draft;

    /** Where the schema is no more than {@code true} or {@code false}. */
    @Nullable
    Boolean verdict;

    /** What {@code $ref} means; nothing else counts then. */
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

    /** What holds of properties or items that no other keyword speaks of: null means whatever {@code allowed} says. */
    record Rest(boolean allowed, @Nullable JsonSchema schema) {
        static final Rest OPEN = new Rest(true, null);
    }

    /** What a property asks for when it is there: other properties, or a schema. */
    sealed interface Dependency {
        record Properties(List<String> names) implements Dependency {}

        record Schema(JsonSchema schema) implements Dependency {}
    }
}

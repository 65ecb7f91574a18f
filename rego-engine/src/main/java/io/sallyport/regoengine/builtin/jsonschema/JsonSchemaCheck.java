package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.builtin.jsonschema.JsonSchemaFindings.Place;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Validates a JSON value against a schema, in the order of OPA 1.22. Confined to one call. */
final class JsonSchemaCheck {
    /** The maximum nesting of applied schemas, because it recurses: a schema that refers to itself has no other end. */
    private static final int MAX_DEPTH = 300;

    private final Fuel fuel;
    private int depth;

    JsonSchemaCheck(Fuel fuel) {
        this.fuel = fuel;
    }

    /** Returns the problems of {@code value} under {@code schema}. */
    JsonSchemaFindings findings(JsonSchema schema, RegoValue value, Place place) {
        var findings = new JsonSchemaFindings(fuel);
        check(schema, value, place, findings);
        return findings;
    }

    void check(JsonSchema schema, RegoValue value, Place place, JsonSchemaFindings findings) {
        fuel.makeValues(2);
        if (++depth > MAX_DEPTH) {
            throw new LimitExceeded("depth of a schema", MAX_DEPTH, "schemas within each other", "fixed");
        }
        JsonSchema referred = schema.referred;
        if (schema.verdict != null) {
            if (!schema.verdict) {
                findings.add("false", place, "False always fails validation");
            }
        } else if (referred != null) {
            check(referred, value, place, findings);
        } else {
            checkTyped(schema, value, place, findings);
        }
        depth--;
    }

    private void checkTyped(JsonSchema schema, RegoValue value, Place place, JsonSchemaFindings findings) {
        String type = type(value);
        boolean whole = type.equals("integer") && schema.types.contains("number");
        if (!schema.types.isEmpty() && !schema.types.contains(type) && !whole) {
            String expected =
                    schema.types.size() == 1 ? schema.types.getFirst() : "[" + String.join(",", schema.types) + "]";
            findings.add("invalid_type", place, "Invalid type. Expected: %s, given: %s".formatted(expected, type));
            return;
        }
        checkCombinations(schema, value, place, findings);
        switch (value) {
            case RegoArray array -> new JsonSchemaContainers(this, fuel, schema, place, findings).check(array);
            case RegoObject object -> new JsonSchemaContainers(this, fuel, schema, place, findings).check(object);
            case RegoNumber number -> new JsonSchemaScalars(fuel, schema, place, findings).check(number);
            case RegoNull _, RegoBoolean _, RegoString _, RegoSet _ -> {}
        }
        var scalars = new JsonSchemaScalars(fuel, schema, place, findings);
        scalars.checkValue(value);
        if (value instanceof RegoString text) {
            scalars.check(text.text());
        }
        if (value instanceof RegoObject object) {
            checkProperties(schema, object, place, findings);
        }
        findings.raise();
    }

    private static String type(RegoValue value) {
        return value instanceof RegoNumber number && JsonSchemaScalars.isWhole(number)
                ? "integer"
                : value.kind().typeName();
    }

    private void checkProperties(JsonSchema schema, RegoObject object, Place place, JsonSchemaFindings findings) {
        for (JsonSchema property : schema.properties) {
            RegoValue value = object.get(property.property);
            if (value != null) {
                check(property, value, place.inner(property.property), findings);
            }
        }
    }

    private void checkCombinations(JsonSchema schema, RegoValue value, Place place, JsonSchemaFindings findings) {
        checkAnyOf(schema.anyOf, value, place, findings);
        checkOneOf(schema.oneOf, value, place, findings);
        checkAllOf(schema.allOf, value, place, findings);
        if (schema.not != null && findings(schema.not, value, place).isEmpty()) {
            findings.add("number_not", place, "Must not validate the schema (not)");
        }
        if (value instanceof RegoObject object) {
            checkDependencies(schema, object, place, findings);
        }
        if (schema.when != null) {
            checkCondition(schema, findings(schema.when, value, place).isEmpty(), value, place, findings);
        }
        findings.raise();
    }

    private void checkAnyOf(List<JsonSchema> schemas, RegoValue value, Place place, JsonSchemaFindings findings) {
        JsonSchemaFindings nearest = null;
        for (JsonSchema schema : schemas) {
            JsonSchemaFindings found = findings(schema, value, place);
            if (found.isEmpty()) {
                return;
            }
            nearest = found.nearer(nearest);
        }
        if (nearest != null) {
            findings.add("number_any_of", place, "Must validate at least one schema (anyOf)");
            findings.addAll(nearest);
        }
    }

    private void checkOneOf(List<JsonSchema> schemas, RegoValue value, Place place, JsonSchemaFindings findings) {
        int passed = 0;
        JsonSchemaFindings nearest = null;
        for (JsonSchema schema : schemas) {
            JsonSchemaFindings found = findings(schema, value, place);
            if (found.isEmpty()) {
                passed++;
            } else if (passed == 0) {
                nearest = found.nearer(nearest);
            }
        }
        if (!schemas.isEmpty() && passed != 1) {
            findings.add("number_one_of", place, "Must validate one and only one schema (oneOf)");
            if (passed == 0 && nearest != null) {
                findings.addAll(nearest);
            }
        }
    }

    private void checkAllOf(List<JsonSchema> schemas, RegoValue value, Place place, JsonSchemaFindings findings) {
        boolean all = true;
        for (JsonSchema schema : schemas) {
            JsonSchemaFindings found = findings(schema, value, place);
            all &= found.isEmpty();
            findings.addAll(found);
        }
        if (!all) {
            findings.add("number_all_of", place, "Must validate all the schemas (allOf)");
        }
    }

    private void checkDependencies(JsonSchema schema, RegoObject object, Place place, JsonSchemaFindings findings) {
        schema.dependencies.forEach((name, dependency) -> {
            fuel.step();
            if (object.get(name) != null) {
                checkDependency(dependency, object, place, findings);
            }
        });
    }

    private void checkDependency(
            JsonSchema.Dependency dependency, RegoObject object, Place place, JsonSchemaFindings findings) {
        switch (dependency) {
            case JsonSchema.Dependency.Schema(var schema) -> check(schema, object, place, findings);
            case JsonSchema.Dependency.Properties(var names) -> {
                fuel.steps(names.size());
                names.stream()
                        .filter(name -> object.get(name) == null)
                        .forEach(name -> findings.add("missing_dependency", place, "Has a dependency on " + name));
            }
        }
    }

    private void checkCondition(
            JsonSchema schema, boolean held, RegoValue value, Place place, JsonSchemaFindings findings) {
        @Nullable JsonSchema next = held ? schema.then : schema.otherwise;
        if (next == null) {
            return;
        }
        JsonSchemaFindings found = findings(next, value, place);
        if (!found.isEmpty() && held) {
            findings.add("condition_then", place, "Must validate \"then\" as \"if\" was valid");
        } else if (!found.isEmpty()) {
            findings.add("condition_else", place, "Must validate \"else\" as \"if\" was not valid");
        }
        if (!found.isEmpty()) {
            findings.addAll(found);
        }
    }
}

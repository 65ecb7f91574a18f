package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.jsonschema.JsonSchemaFindings.Place;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.HashMap;
import java.util.Map;

/** Validates one array or object against the keywords for its kind. Confined to one call. */
record JsonSchemaContainers(
        JsonSchemaCheck checks, Fuel fuel, JsonSchema schema, Place place, JsonSchemaFindings findings) {

    void check(RegoArray array) {
        checkItems(array);
        if (schema.minItems != null && array.size() < schema.minItems) {
            add("array_min_items", "Array must have at least %d items".formatted(schema.minItems));
        }
        if (schema.maxItems != null && array.size() > schema.maxItems) {
            add("array_max_items", "Array must have at most %d items".formatted(schema.maxItems));
        }
        if (schema.uniqueItems) {
            checkUnique(array);
        }
        if (schema.contains != null) {
            checkContains(schema.contains, array);
        }
        findings.raise();
    }

    private void add(String type, String description) {
        findings.add(type, place, description);
    }

    private Place item(int index) {
        return place.inner(Integer.toString(index));
    }

    private void checkItems(RegoArray array) {
        int known = schema.items.size();
        for (int i = 0; i < array.size() && known > 0; i++) {
            if (schema.oneSchemaForItems || i < known) {
                JsonSchema own = schema.items.get(schema.oneSchemaForItems ? 0 : i);
                findings.addAll(checks.findings(own, array.get(i), item(i)));
            }
        }
        if (known > 0 && known < array.size() && !schema.oneSchemaForItems) {
            checkMore(array, known);
        }
    }

    private void checkMore(RegoArray array, int from) {
        JsonSchema more = schema.additionalItems.schema();
        if (!schema.additionalItems.allowed()) {
            add("array_no_additional_items", "No additional items allowed on array");
        }
        for (int i = from; more != null && i < array.size(); i++) {
            findings.addAll(checks.findings(more, array.get(i), item(i)));
        }
    }

    private void checkUnique(RegoArray array) {
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < array.size(); i++) {
            Integer before = seen.put(JsonSchemaTexts.canonical(fuel, array.get(i)), i);
            if (before != null) {
                add("unique", "array items[%d,%d] must be unique".formatted(before, i));
            }
        }
    }

    private void checkContains(JsonSchema wanted, RegoArray array) {
        JsonSchemaFindings nearest = null;
        for (int i = 0; i < array.size(); i++) {
            JsonSchemaFindings found = checks.findings(wanted, array.get(i), item(i));
            if (found.isEmpty()) {
                return;
            }
            nearest = found.nearer(nearest);
        }
        add("contains", "At least one of the items must match");
        if (nearest != null) {
            findings.addAll(nearest);
        }
    }

    void check(RegoObject object) {
        if (schema.minProperties != null && object.size() < schema.minProperties) {
            add("array_min_properties", "Must have at least %d properties".formatted(schema.minProperties));
        }
        if (schema.maxProperties != null && object.size() > schema.maxProperties) {
            add("array_max_properties", "Must have at most %d properties".formatted(schema.maxProperties));
        }
        checkRequired(object);
        object.forEach((name, value) -> checkProperty(((RegoString) name).text(), value));
        if (schema.propertyNames != null) {
            checkNames(schema.propertyNames, object);
        }
        findings.raise();
    }

    private void checkRequired(RegoObject object) {
        for (String name : schema.required) {
            fuel.step();
            if (object.get(name) == null) {
                add("required", name + " is required");
            } else {
                findings.raise();
            }
        }
    }

    private void checkProperty(String name, RegoValue value) {
        fuel.steps(1 + schema.properties.size());
        boolean known = schema.properties.stream().anyMatch(property -> property.property.equals(name));
        boolean matched = matchesPattern(name, value);
        if (known || matched) {
            return;
        }
        JsonSchema more = schema.additionalProperties.schema();
        if (!schema.additionalProperties.allowed()) {
            add("additional_property_not_allowed", "Additional property %s is not allowed".formatted(name));
        } else if (more != null) {
            findings.addAll(checks.findings(more, value, place.inner(name)));
        }
    }

    private boolean matchesPattern(String name, RegoValue value) {
        boolean[] matched = {false};
        schema.patternProperties.forEach((inner, pattern) -> {
            if (pattern.isFoundIn(name, fuel)) {
                matched[0] = true;
                findings.addAll(checks.findings(inner, value, place.inner(name)));
            }
        });
        if (matched[0]) {
            findings.raise();
        }
        return matched[0];
    }

    private void checkNames(JsonSchema names, RegoObject object) {
        for (int i = 0; i < object.size(); i++) {
            JsonSchemaFindings found = checks.findings(names, object.keyAt(i), place);
            if (!found.isEmpty()) {
                String name = ((RegoString) object.keyAt(i)).text();
                add("invalid_property_name", "Property name of \"%s\" does not match".formatted(name));
                findings.addAll(found);
            }
        }
    }
}

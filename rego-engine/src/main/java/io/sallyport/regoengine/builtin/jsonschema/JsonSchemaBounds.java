package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Parses the keywords of one schema that bound numbers, lengths and counts. Confined to the reading of one schema. */
record JsonSchemaBounds(RegoObject members, JsonSchema schema) {
    /** Parses the bounds of numbers and of the length of strings. */
    void read() {
        readMultipleOf();
        schema.minimum = number("minimum");
        readExclusiveMinimum();
        schema.maximum = number("maximum");
        readExclusiveMaximum();
        schema.minLength = count("minLength");
        schema.maxLength = count("maxLength");
        checkOrder("minLength", schema.minLength, "maxLength", schema.maxLength);
    }

    void readProperties() {
        schema.minProperties = count("minProperties");
        schema.maxProperties = count("maxProperties");
        checkOrder("minProperties", schema.minProperties, "maxProperties", schema.maxProperties);
    }

    /** OPA does not compare these two bounds with each other. */
    void readItems() {
        schema.minItems = count("minItems");
        schema.maxItems = count("maxItems");
    }

    private static void checkOrder(String lower, @Nullable Long least, String upper, @Nullable Long most) {
        if (least != null && most != null && least > most) {
            throw JsonSchemaErrors.cannotBeGreaterThan(lower, upper);
        }
    }

    private void readMultipleOf() {
        RegoValue value = members.get("multipleOf");
        if (value == null) {
            return;
        }
        if (!(value instanceof RegoNumber number)) {
            throw JsonSchemaErrors.invalidType("Number", "multipleOf");
        }
        if (number.decimal().signum() <= 0) {
            throw new BuiltinError("multipleOf must be strictly greater than 0");
        }
        schema.multipleOf = number;
    }

    private @Nullable RegoNumber number(String key) {
        return switch (members.get(key)) {
            case null -> null;
            case RegoNumber number -> number;
            default -> throw JsonSchemaErrors.mustBeOfA(key, "Number");
        };
    }

    private @Nullable Long count(String key) {
        RegoValue value = members.get(key);
        if (value == null) {
            return null;
        }
        if (!(value instanceof RegoNumber number && number.isLong())) {
            throw JsonSchemaErrors.mustBeOfAn(key, "integer");
        }
        if (number.longValue() < 0) {
            throw new BuiltinError(key + " must be greater than or equal to 0");
        }
        return number.longValue();
    }

    private void readExclusiveMinimum() {
        RegoValue bound = exclusive("exclusiveMinimum", schema.minimum != null, "minimum");
        if (bound instanceof RegoNumber number) {
            schema.exclusiveMinimum = number;
        } else if (bound instanceof RegoBoolean turns && turns.value()) {
            schema.exclusiveMinimum = schema.minimum;
            schema.minimum = null;
        }
    }

    private void readExclusiveMaximum() {
        RegoValue bound = exclusive("exclusiveMaximum", schema.maximum != null, "maximum");
        if (bound instanceof RegoNumber number) {
            schema.exclusiveMaximum = number;
        } else if (bound instanceof RegoBoolean turns && turns.value()) {
            schema.exclusiveMaximum = schema.maximum;
            schema.maximum = null;
        }
    }

    /**
     * In draft 4 this is a boolean that modifies the other bound, in later drafts a bound of its own; without a named
     * draft both are accepted.
     */
    private @Nullable RegoValue exclusive(String key, boolean hasBound, String bound) {
        RegoValue value = members.get(key);
        if (value == null) {
            return null;
        }
        boolean old = schema.draft == JsonSchemaDraft.FOUR || schema.draft == JsonSchemaDraft.HYBRID;
        boolean recent = schema.draft != JsonSchemaDraft.FOUR;
        if (old && value instanceof RegoBoolean) {
            if (!hasBound) {
                throw JsonSchemaErrors.cannotBeUsedWithout(key, bound);
            }
            return value;
        }
        if (recent && value instanceof RegoNumber) {
            return value;
        }
        throw JsonSchemaErrors.invalidType(old && recent ? "boolean/number" : old ? "boolean" : "number", key);
    }
}

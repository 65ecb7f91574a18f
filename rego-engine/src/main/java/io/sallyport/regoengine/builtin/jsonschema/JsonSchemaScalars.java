package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.jsonschema.JsonSchemaFindings.Place;
import io.sallyport.regoengine.builtin.number.Arithmetic;
import io.sallyport.regoengine.builtin.number.BinaryFloats;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Validates one value against the keywords for numbers and strings, and those for values of any type. */
record JsonSchemaScalars(Fuel fuel, JsonSchema schema, Place place, JsonSchemaFindings findings) {

    /** Returns whether {@code number} is an integer, regardless of its notation. */
    static boolean isWhole(RegoNumber number) {
        return number.isLong() || number.decimal().stripTrailingZeros().scale() <= 0;
    }

    void check(RegoNumber number) {
        Arithmetic.pay(fuel, number);
        checkMultiple(number);
        if (isBeyond(number, schema.maximum, 1)) {
            bound("number_lte", "less than or equal to", schema.maximum);
        }
        if (isBeyond(number, schema.exclusiveMaximum, 0)) {
            bound("number_lt", "less than", schema.exclusiveMaximum);
        }
        if (isBelow(number, schema.minimum, -1)) {
            bound("number_gte", "greater than or equal to", schema.minimum);
        }
        if (isBelow(number, schema.exclusiveMinimum, 0)) {
            bound("number_gt", "greater than", schema.exclusiveMinimum);
        }
        findings.raise();
    }

    private void checkMultiple(RegoNumber number) {
        RegoNumber step = schema.multipleOf;
        if (step == null) {
            return;
        }
        int digits = Math.abs(number.decimal().scale() - step.decimal().scale());
        fuel.steps((long) digits * digits / 128);
        if (number.decimal().remainder(step.decimal()).signum() != 0) {
            findings.add("multiple_of", place, "Must be a multiple of " + text(step.decimal()));
        }
    }

    private static boolean isBeyond(RegoNumber number, @Nullable RegoNumber bound, int order) {
        return bound != null && number.compareTo(bound) >= order;
    }

    private static boolean isBelow(RegoNumber number, @Nullable RegoNumber bound, int order) {
        return bound != null && number.compareTo(bound) <= order;
    }

    private void bound(String type, String relation, @Nullable RegoNumber bound) {
        if (bound != null) {
            findings.add(type, place, "Must be %s %s".formatted(relation, text(bound.decimal())));
        }
    }

    private static String text(BigDecimal number) {
        return BinaryFloats.shortest(number);
    }

    void check(String text) {
        fuel.read(text.length());
        long length = text.codePointCount(0, text.length());
        if (schema.minLength != null && length < schema.minLength) {
            findings.add(
                    "string_gte",
                    place,
                    "String length must be greater than or equal to %d".formatted(schema.minLength));
        }
        if (schema.maxLength != null && length > schema.maxLength) {
            findings.add(
                    "string_lte", place, "String length must be less than or equal to %d".formatted(schema.maxLength));
        }
        if (schema.pattern != null && !schema.pattern.isFoundIn(text, fuel)) {
            findings.add("pattern", place, "Does not match pattern '%s'".formatted(schema.patternSource));
        }
        findings.raise();
    }

    /** Checks {@code const}, {@code enum} and {@code format}. */
    void checkValue(RegoValue value) {
        String constant = schema.constant;
        if (constant != null && !constant.equals(JsonSchemaTexts.canonical(fuel, value))) {
            findings.add("const", place, "%s does not match: %s".formatted(place.field(), constant));
        }
        List<String> allowed = schema.enumeration;
        if (allowed != null && !contains(allowed, value)) {
            String all = String.join(", ", allowed);
            findings.add("enum", place, "%s must be one of the following: %s".formatted(place.field(), all));
        }
        if (value instanceof RegoString text && !JsonSchemaFormats.fits(schema.format, text.text(), fuel)) {
            findings.add("format", place, "Does not match format '%s'".formatted(schema.format));
        }
        findings.raise();
    }

    private boolean contains(List<String> allowed, RegoValue value) {
        fuel.steps(allowed.size());
        return allowed.contains(JsonSchemaTexts.canonical(fuel, value));
    }
}

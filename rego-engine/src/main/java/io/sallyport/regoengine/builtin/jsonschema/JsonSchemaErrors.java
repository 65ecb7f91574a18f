package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.BuiltinError;

/** The errors of a schema, with the messages of {@code json.verify_schema} in OPA 1.22. */
final class JsonSchemaErrors {
    private JsonSchemaErrors() {}

    static BuiltinError invalidType(String expected, String given) {
        return new BuiltinError("Invalid type. Expected: %s, given: %s".formatted(expected, given));
    }

    static BuiltinError mustBeOfType(String key, String type) {
        return new BuiltinError("%s must be of type %s".formatted(key, type));
    }

    static BuiltinError mustBeOfA(String key, String type) {
        return new BuiltinError("%s must be of a %s".formatted(key, type));
    }

    static BuiltinError mustBeOfAn(String key, String type) {
        return new BuiltinError("%s must be of an %s".formatted(key, type));
    }

    static BuiltinError cannotBeUsedWithout(String key, String other) {
        return new BuiltinError("%s cannot be used without %s".formatted(key, other));
    }

    static BuiltinError cannotBeGreaterThan(String key, String other) {
        return new BuiltinError("%s cannot be greater than %s".formatted(key, other));
    }

    static BuiltinError mustBeUnique(String key) {
        return new BuiltinError(key + " items must be unique");
    }
}

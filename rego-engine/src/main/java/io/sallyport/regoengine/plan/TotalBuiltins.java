package io.sallyport.regoengine.plan;

import java.util.Set;

/**
 * Builtins that answer whatever their operands are, by these alone, and that nobody hears. What a policy reads in data is of
 * no kind that is known before it is run, so a builtin that takes strings only is none of them.
 */
final class TotalBuiltins {
    private static final Set<String> NAMES = Set.of(
            "equal",
            "gt",
            "gte",
            "internal.member_2",
            "internal.member_3",
            "is_array",
            "is_boolean",
            "is_null",
            "is_number",
            "is_object",
            "is_set",
            "is_string",
            "lt",
            "lte",
            "neq",
            "type_name");

    private TotalBuiltins() {}

    static boolean contain(String name) {
        return NAMES.contains(name);
    }

    static Set<String> names() {
        return NAMES;
    }
}

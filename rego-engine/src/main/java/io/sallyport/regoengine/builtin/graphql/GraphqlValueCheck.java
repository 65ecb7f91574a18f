package io.sallyport.regoengine.builtin.graphql;

import static io.sallyport.regoengine.builtin.graphql.GraphqlQueryCheck.require;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Validates the values of a query against the expected types. Confined to one call. */
final class GraphqlValueCheck {
    private static final Set<String> SCALARS = Set.of("Int", "Float", "String", "Boolean", "ID");

    private final GraphqlSchema schema;
    private final Fuel fuel;
    private final Map<String, GraphqlNode> variables = new HashMap<>();
    private final Set<String> used = new HashSet<>();
    private boolean inOperation;

    GraphqlValueCheck(GraphqlSchema schema, Fuel fuel) {
        this.schema = schema;
        this.fuel = fuel;
    }

    void enterOperation(List<GraphqlNode> definitions) {
        inOperation = true;
        variables.clear();
        used.clear();
        definitions.forEach(definition -> variables.put(definition.text("Variable"), definition));
    }

    /** From now on variables have no types, because each fragment is checked on its own. */
    void leaveOperation() {
        inOperation = false;
    }

    boolean isInOperation() {
        return inOperation;
    }

    void requireUsed(List<GraphqlNode> definitions) {
        for (GraphqlNode definition : definitions) {
            String name = definition.text("Variable");
            require(used.contains(name) || definition.flag("Used"), "Variable \"$%s\" is never used", name);
        }
    }

    /** Returns whether an optional input has a default. */
    static boolean hasDefault(GraphqlNode definition) {
        GraphqlNode value = definition.find("DefaultValue");
        return value != null && value.valueKind() != GraphqlValueKind.NULL;
    }

    /**
     * Checks {@code value}.
     *
     * @param expected the expected type, or null if unknown
     * @param hasDefault whether the input has a default
     */
    void check(GraphqlNode value, @Nullable GraphqlNode expected, boolean hasDefault) {
        fuel.steps(5);
        GraphqlType type = expected == null ? null : schema.types.get(expected.typeName());
        switch (value.valueKind()) {
            case VARIABLE -> checkVariable(value, expected, hasDefault);
            case OBJECT -> checkChildren(value, type);
            case LIST -> {
                GraphqlNode inner = expected == null ? null : expected.find("Elem");
                value.nodes("Children").forEach(child -> check(child.node("Value"), inner, false));
            }
            case INT, FLOAT, STRING, BLOCK, BOOLEAN, NULL, ENUM -> {}
        }
        if (type != null && expected != null) {
            checkType(value, expected, type);
        }
    }

    private void checkChildren(GraphqlNode value, @Nullable GraphqlType type) {
        Set<String> names = new HashSet<>();
        for (GraphqlNode child : value.nodes("Children")) {
            require(names.add(child.name()), "There can be only one input field named \"%s\"", child.name());
            GraphqlNode field = type == null ? null : type.field(child.name());
            GraphqlNode expected = field == null ? null : field.node("Type");
            check(child.node("Value"), expected, field != null && hasDefault(field));
        }
    }

    private void checkVariable(GraphqlNode value, @Nullable GraphqlNode expected, boolean hasDefault) {
        if (!inOperation) {
            return;
        }
        String name = value.text("Raw");
        GraphqlNode definition = variables.get(name);
        if (definition == null) {
            throw new BuiltinError("Variable \"$%s\" is not defined".formatted(name));
        }
        used.add(name);
        boolean mayBeNull = hasDefault || hasDefault(definition);
        require(
                expected == null || GraphqlTypes.isCompatible(definition.node("Type"), expected, mayBeNull),
                "Variable \"$%s\" is of the wrong type",
                name);
    }

    private void checkType(GraphqlNode value, GraphqlNode expected, GraphqlType type) {
        GraphqlValueKind kind = value.valueKind();
        require(kind != GraphqlValueKind.NULL || !expected.isNonNull(), "Expected value, found null");
        if (type.kind.equals("SCALAR") && !SCALARS.contains(type.name)) {
            return;
        }
        checkNumbers(value);
        boolean fits = switch (kind) {
            case NULL, VARIABLE -> true;
            case LIST -> expected.find("Elem") != null;
            case INT -> Set.of("Int", "Float", "ID").contains(type.name);
            case FLOAT -> type.name.equals("Float");
            case STRING, BLOCK ->
                !type.kind.equals("ENUM") && Set.of("String", "ID").contains(type.name);
            case ENUM -> type.kind.equals("ENUM") && GraphqlNode.named(type.values, value.text("Raw")) != null;
            case BOOLEAN -> type.name.equals("Boolean");
            case OBJECT -> fits(value, type);
        };
        fuel.steps(type.values.size());
        require(fits, "Value does not fit type \"%s\"", type.name);
    }

    /** Numbers must be representable: an integer in 64 bits, others as a finite double. */
    private void checkNumbers(GraphqlNode value) {
        fuel.step();
        String raw = value.text("Raw");
        try {
            switch (value.valueKind()) {
                case INT -> Long.parseLong(raw);
                case FLOAT -> require(Double.isFinite(Double.parseDouble(raw)), "number %s is too large", raw);
                case LIST, OBJECT -> value.nodes("Children").forEach(child -> checkNumbers(child.node("Value")));
                case VARIABLE, STRING, BLOCK, BOOLEAN, NULL, ENUM -> {}
            }
        } catch (NumberFormatException e) {
            throw new BuiltinError("number %s is too large".formatted(raw));
        }
    }

    private boolean fits(GraphqlNode value, GraphqlType type) {
        List<GraphqlNode> children = value.nodes("Children");
        fuel.steps((long) type.fields.size() * (1 + children.size()));
        for (GraphqlNode field : type.fields) {
            boolean needed = field.node("Type").isNonNull() && field.find("DefaultValue") == null;
            if (needed && GraphqlNode.named(children, field.name()) == null) {
                return false;
            }
        }
        boolean oneOf = GraphqlNode.named(type.directives, "oneOf") != null;
        return children.stream().allMatch(child -> type.field(child.name()) != null)
                && (!oneOf
                        || (children.size() == 1 && isGiven(children.getFirst().node("Value"))));
    }

    /** Returns whether the value is certainly not null. */
    private boolean isGiven(GraphqlNode value) {
        GraphqlNode definition = variables.get(value.text("Raw"));
        return switch (value.valueKind()) {
            case NULL -> false;
            case VARIABLE ->
                !inOperation || definition == null || definition.node("Type").isNonNull();
            case INT, FLOAT, STRING, BLOCK, BOOLEAN, ENUM, LIST, OBJECT -> true;
        };
    }
}

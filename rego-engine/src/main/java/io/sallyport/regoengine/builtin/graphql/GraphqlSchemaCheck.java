package io.sallyport.regoengine.builtin.graphql;

import static io.sallyport.regoengine.builtin.graphql.GraphqlQueryCheck.require;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Validates a schema like OPA 1.22; throws {@link BuiltinError} for the first problem. Confined to one call. */
final class GraphqlSchemaCheck {
    /** The maximum nesting of required input objects, because they are followed recursively. */
    private static final int MAX_CHAIN = 200;

    private final GraphqlSchema schema;
    private final Fuel fuel;
    private final Set<String> finished = new HashSet<>();
    private final Set<String> chain = new LinkedHashSet<>();

    GraphqlSchemaCheck(GraphqlSchema schema, Fuel fuel) {
        this.schema = schema;
        this.fuel = fuel;
    }

    void checkRoots(GraphqlNode document) {
        document.nodes("Schema").forEach(node -> checkDirectives(node.nodes("Directives"), "SCHEMA", null, true));
        document.nodes("SchemaExtension")
                .forEach(node -> checkDirectives(node.nodes("Directives"), "SCHEMA", null, true));
    }

    void check() {
        schema.types.values().forEach(this::checkType);
        schema.types.values().stream()
                .filter(type -> type.kind.equals("INPUT_OBJECT"))
                .forEach(this::checkChain);
        schema.directives.values().forEach(directive -> {
            checkName(directive.name());
            checkArguments(directive.nodes("Arguments"), directive.name());
        });
    }

    private static void checkName(String name) {
        require(!name.startsWith("__"), "Name \"%s\" must not begin with \"__\"", name);
    }

    private void checkType(GraphqlType type) {
        fuel.steps(10);
        boolean input = type.kind.equals("INPUT_OBJECT");
        for (GraphqlNode field : type.fields) {
            checkName(field.name());
            checkTypeExists(field.node("Type"));
            checkArguments(field.nodes("Arguments"), null);
            checkDirectives(
                    field.nodes("Directives"), input ? "INPUT_FIELD_DEFINITION" : "FIELD_DEFINITION", null, true);
        }
        checkMembers(type);
        type.interfaces.forEach(name -> checkImplements(type, name));
        checkContent(type);
        requireUnique(type.fields.stream().map(GraphqlNode::name).toList(), "Field", type.name);
        requireUnique(type.values.stream().map(GraphqlNode::name).toList(), "Enum value", type.name);
        requireUnique(type.members, "Member", type.name);
        if (!type.builtIn) {
            checkName(type.name);
        }
        checkDirectives(type.directives, type.kind, null, false);
    }

    private void requireUnique(List<String> names, String what, String type) {
        fuel.steps(names.size());
        require(new HashSet<>(names).size() == names.size(), "%s of %s can only be defined once", what, type);
    }

    private void checkMembers(GraphqlType type) {
        for (String name : type.members) {
            GraphqlType member = existing(name);
            require(member.kind.equals("OBJECT"), "%s type \"%s\" must be OBJECT", type.kind, name);
        }
    }

    private GraphqlType existing(String name) {
        fuel.step();
        GraphqlType type = schema.types.get(name);
        if (type == null) {
            throw new BuiltinError("Undefined type " + name);
        }
        return type;
    }

    private GraphqlType checkTypeExists(GraphqlNode type) {
        return existing(type.typeName());
    }

    private void checkContent(GraphqlType type) {
        switch (type.kind) {
            case "OBJECT", "INTERFACE" -> {
                require(!type.fields.isEmpty(), "%s %s: must define one or more fields", type.kind, type.name);
                for (GraphqlNode field : type.fields) {
                    GraphqlType of = checkTypeExists(field.node("Type"));
                    require(of.isLeaf() || of.isComposite(), "%s: field of a type for input", type.name);
                }
            }
            case "ENUM" -> checkValues(type);
            case "INPUT_OBJECT" -> {
                require(!type.fields.isEmpty(), "%s: must define one or more input fields", type.name);
                for (GraphqlNode field : type.fields) {
                    require(checkTypeExists(field.node("Type")).isInput(), "%s: field of no type for input", type.name);
                }
            }
            default -> {}
        }
    }

    private void checkValues(GraphqlType type) {
        require(!type.values.isEmpty(), "%s: must define one or more unique enum values", type.name);
        for (GraphqlNode value : type.values) {
            boolean literal = Set.of("true", "false", "null").contains(value.name());
            require(!literal, "%s: non-enum value %s", type.name, value.name());
            checkDirectives(value.nodes("Directives"), "ENUM_VALUE", null, true);
        }
    }

    /** @param directive whose arguments these are, and which they must not carry; null for those of a field */
    private void checkArguments(List<GraphqlNode> arguments, @Nullable String directive) {
        for (GraphqlNode argument : arguments) {
            checkName(argument.name());
            GraphqlType type = checkTypeExists(argument.node("Type"));
            require(type.isInput(), "argument %s: %s is not a valid input type", argument.name(), type.kind);
            checkDirectives(argument.nodes("Directives"), "ARGUMENT_DEFINITION", directive, true);
        }
    }

    /** @param once whether all of them are at one place, where a directive that is not repeatable may occur once */
    private void checkDirectives(List<GraphqlNode> directives, String location, @Nullable String within, boolean once) {
        Set<String> seen = new HashSet<>();
        for (GraphqlNode directive : directives) {
            fuel.steps(5);
            String name = directive.name();
            checkName(name);
            require(!name.equals(within), "Directive %s cannot refer to itself", name);
            GraphqlNode definition = schema.directives.get(name);
            if (definition == null) {
                throw new BuiltinError("Undefined directive " + name);
            }
            require(
                    seen.add(name) || !once || definition.flag("IsRepeatable"),
                    "The directive %s can only be used once at this location",
                    name);
            require(
                    definition.texts("Locations").contains(location),
                    "Directive %s is not applicable on %s",
                    name,
                    location);
            checkArguments(directive, definition);
        }
    }

    private void checkArguments(GraphqlNode directive, GraphqlNode definition) {
        List<GraphqlNode> given = directive.nodes("Arguments");
        List<GraphqlNode> known = definition.nodes("Arguments");
        fuel.steps((long) given.size() * known.size());
        for (GraphqlNode argument : given) {
            require(
                    GraphqlNode.named(known, argument.name()) != null,
                    "Undefined argument %s for directive %s",
                    argument.name(),
                    directive.name());
        }
        for (GraphqlNode argument : known) {
            GraphqlNode value = GraphqlNode.named(given, argument.name());
            boolean needed = argument.node("Type").isNonNull() && argument.find("DefaultValue") == null;
            boolean there = value != null && value.node("Value").valueKind() != GraphqlValueKind.NULL;
            require(!needed || there, "Argument %s for directive %s cannot be null", argument.name(), directive.name());
        }
    }

    private void checkImplements(GraphqlType type, String name) {
        GraphqlType inherited = existing(name);
        require(inherited.kind.equals("INTERFACE"), "\"%s\" is a non interface type", name);
        for (GraphqlNode wanted : inherited.fields) {
            GraphqlNode field = type.field(wanted.name());
            require(
                    field != null,
                    "For %s to implement %s it must have a field called %s",
                    type.name,
                    name,
                    wanted.name());
            if (field != null) {
                checkField(type, name, wanted, field);
            }
        }
        for (String transitive : inherited.interfaces) {
            fuel.step();
            require(type.interfaces.contains(transitive), "Type %s must implement %s", type.name, transitive);
        }
    }

    private void checkField(GraphqlType type, String name, GraphqlNode wanted, GraphqlNode field) {
        require(
                isCovariant(wanted.node("Type"), field.node("Type")),
                "For %s to implement %s the field %s has the wrong type",
                type.name,
                name,
                wanted.name());
        List<GraphqlNode> arguments = field.nodes("Arguments");
        List<GraphqlNode> wantedArguments = wanted.nodes("Arguments");
        fuel.steps(1 + (long) arguments.size() * wantedArguments.size());
        for (GraphqlNode argument : wantedArguments) {
            GraphqlNode found = GraphqlNode.named(arguments, argument.name());
            require(
                    found != null && GraphqlTypes.isCompatible(argument.node("Type"), found.node("Type"), false),
                    "For %s to implement %s the field %s must have the same arguments",
                    type.name,
                    name,
                    wanted.name());
        }
        for (GraphqlNode argument : arguments) {
            boolean required = argument.node("Type").isNonNull() && argument.find("DefaultValue") == null;
            require(
                    !required || GraphqlNode.named(wantedArguments, argument.name()) != null,
                    "For %s to implement %s any additional arguments on %s must be optional",
                    type.name,
                    name,
                    field.name());
        }
    }

    private boolean isCovariant(GraphqlNode wanted, GraphqlNode actual) {
        if (wanted.isNonNull() && !actual.isNonNull()) {
            return false;
        }
        String name = wanted.text("NamedType");
        if (!name.isEmpty()) {
            String other = actual.text("NamedType");
            return name.equals(other) || schema.possibleTypes(name).contains(other);
        }
        GraphqlNode inner = actual.find("Elem");
        return inner != null && isCovariant(wanted.node("Elem"), inner);
    }

    /** An input object that requires itself can never be constructed. */
    private void checkChain(GraphqlType type) {
        if (!finished.add(type.name)) {
            return;
        }
        chain.add(type.name);
        if (chain.size() > MAX_CHAIN) {
            throw new LimitExceeded("depth of input objects", MAX_CHAIN, "types", "fixed");
        }
        for (GraphqlNode field : type.fields) {
            GraphqlNode fieldType = field.node("Type");
            GraphqlType inner = schema.types.get(fieldType.text("NamedType"));
            if (fieldType.isNonNull() && inner != null && inner.kind.equals("INPUT_OBJECT")) {
                require(!chain.contains(inner.name), "Cannot reference Input Object %s within itself", inner.name);
                checkChain(inner);
            }
        }
        chain.remove(type.name);
    }
}

package io.sallyport.regoengine.builtin.graphql;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.value.RegoObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A complete and checked schema: built-in definitions, those of a document, and their extensions. Immutable after
 * construction; {@link GraphqlSchemaCheck} performs the checks.
 */
final class GraphqlSchema {
    /** Sections 3.5, 3.13 and 4.2 of the specification, and {@code @defer}, as in the parser of OPA 1.22. */
    private static final String BUILT_IN = """
            scalar Int scalar Float scalar String scalar Boolean scalar ID
            directive @defer(if: Boolean = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
            directive @include(if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
            directive @skip(if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
            directive @deprecated(reason: String = "No longer supported")
                on FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE
            directive @specifiedBy(url: String!) on SCALAR
            directive @oneOf on INPUT_OBJECT
            type __Schema {
              description: String types: [__Type!]! queryType: __Type! mutationType: __Type
              subscriptionType: __Type directives: [__Directive!]!
            }
            type __Type {
              kind: __TypeKind! name: String description: String specifiedByURL: String
              fields(includeDeprecated: Boolean = false): [__Field!] interfaces: [__Type!] possibleTypes: [__Type!]
              enumValues(includeDeprecated: Boolean = false): [__EnumValue!]
              inputFields(includeDeprecated: Boolean = false): [__InputValue!] ofType: __Type isOneOf: Boolean
            }
            enum __TypeKind { SCALAR OBJECT INTERFACE UNION ENUM INPUT_OBJECT LIST NON_NULL }
            type __Field {
              name: String! description: String args(includeDeprecated: Boolean = false): [__InputValue!]!
              type: __Type! isDeprecated: Boolean! deprecationReason: String
            }
            type __InputValue {
              name: String! description: String type: __Type! defaultValue: String isDeprecated: Boolean!
              deprecationReason: String
            }
            type __EnumValue { name: String! description: String isDeprecated: Boolean! deprecationReason: String }
            type __Directive {
              name: String! description: String isRepeatable: Boolean! locations: [__DirectiveLocation!]!
              args(includeDeprecated: Boolean = false): [__InputValue!]!
            }
            enum __DirectiveLocation {
              QUERY MUTATION SUBSCRIPTION FIELD FRAGMENT_DEFINITION FRAGMENT_SPREAD INLINE_FRAGMENT
              VARIABLE_DEFINITION SCHEMA SCALAR OBJECT FIELD_DEFINITION ARGUMENT_DEFINITION INTERFACE UNION ENUM
              ENUM_VALUE INPUT_OBJECT INPUT_FIELD_DEFINITION
            }
            """;

    private static final GraphqlNode PRELUDE =
            new GraphqlNode(GraphqlSchemaReader.read(BUILT_IN, new Fuel(1_000_000, 10_000_000)));

    private static final GraphqlNode INTROSPECTION = introspection();

    private static final Set<String> BUILT_IN_DIRECTIVES =
            Set.of("include", "skip", "deprecated", "specifiedBy", "defer", "oneOf");

    final Map<String, GraphqlType> types = new LinkedHashMap<>();
    final Map<String, GraphqlNode> directives = new LinkedHashMap<>();
    private final Map<String, Set<String>> possible = new LinkedHashMap<>();
    private final Map<String, GraphqlType> roots = new LinkedHashMap<>();

    private GraphqlSchema() {}

    private static GraphqlNode introspection() {
        String text = "type Query { __schema: __Schema! __type(name: String!): __Type }";
        return new GraphqlNode(GraphqlSchemaReader.read(text, new Fuel(10_000, 1_000_000)))
                .nodes("Definitions")
                .getFirst();
    }

    /** Returns the schema of the syntax tree {@code document}; throws {@link BuiltinError} if it is invalid. */
    static GraphqlSchema of(RegoObject document, Fuel fuel) {
        GraphqlSchema schema = new GraphqlSchema();
        GraphqlNode node = new GraphqlNode(document);
        fuel.makeValues(200L + document.weight());
        schema.addTypes(node);
        schema.addDirectives(node.nodes("Directives"));
        schema.addRoots(node);
        var check = new GraphqlSchemaCheck(schema, fuel);
        check.checkRoots(node);
        check.check();
        schema.inferRoots(node.nodes("Schema").isEmpty());
        return schema;
    }

    private void addTypes(GraphqlNode document) {
        PRELUDE.nodes("Definitions").forEach(definition -> addType(definition, true));
        document.nodes("Definitions").forEach(definition -> addType(definition, definition.flag("BuiltIn")));
        document.nodes("Extensions").forEach(this::extend);
        types.values().forEach(this::addPossible);
    }

    private void addType(GraphqlNode definition, boolean builtIn) {
        GraphqlType type = new GraphqlType(definition.name(), definition.text("Kind"), builtIn);
        if (types.put(type.name, type) != null) {
            throw new BuiltinError("Cannot redeclare type " + type.name);
        }
        type.add(definition);
    }

    private void extend(GraphqlNode extension) {
        String kind = extension.text("Kind");
        GraphqlType type = types.computeIfAbsent(extension.name(), name -> new GraphqlType(name, kind, false));
        if (!type.kind.equals(kind)) {
            throw new BuiltinError("Cannot extend type %s because the base type is a %s, not %s"
                    .formatted(type.name, type.kind, kind));
        }
        type.add(extension);
    }

    private void addPossible(GraphqlType type) {
        if (type.kind.equals("UNION")) {
            type.members.forEach(member -> addPossible(type.name, member));
        }
        if (Set.of("INPUT_OBJECT", "OBJECT", "INTERFACE").contains(type.kind)) {
            type.interfaces.forEach(inherited -> addPossible(inherited, type.name));
        }
        if (Set.of("INPUT_OBJECT", "OBJECT").contains(type.kind)) {
            addPossible(type.name, type.name);
        }
    }

    private void addPossible(String type, String possibleType) {
        possible.computeIfAbsent(type, name -> new LinkedHashSet<>()).add(possibleType);
    }

    private void addDirectives(List<GraphqlNode> definitions) {
        PRELUDE.nodes("Directives").forEach(directive -> directives.put(directive.name(), directive));
        for (GraphqlNode directive : definitions) {
            GraphqlNode known = directives.put(directive.name(), directive);
            if (known != null && !BUILT_IN_DIRECTIVES.contains(directive.name())) {
                throw new BuiltinError("Cannot redeclare directive " + directive.name());
            }
        }
    }

    private void addRoots(GraphqlNode document) {
        if (document.nodes("Schema").size() > 1) {
            throw new BuiltinError("Cannot have multiple schema entry points, consider schema extensions instead");
        }
        List<GraphqlNode> schemas = new ArrayList<>(document.nodes("Schema"));
        schemas.addAll(document.nodes("SchemaExtension"));
        for (GraphqlNode schema : schemas) {
            for (GraphqlNode root : schema.nodes("OperationTypes")) {
                GraphqlType type = types.get(root.text("Type"));
                if (type == null) {
                    throw new BuiltinError("Schema root %s refers to a type %s that does not exist"
                            .formatted(root.text("Operation"), root.text("Type")));
                }
                roots.put(root.text("Operation"), type);
            }
        }
    }

    /** Without a schema definition, types are roots by their names; the query root also provides introspection. */
    private void inferRoots(boolean byName) {
        if (byName) {
            inferRoot("query", "Query");
            inferRoot("mutation", "Mutation");
            inferRoot("subscription", "Subscription");
        }
        GraphqlType query = roots.get("query");
        if (query != null) {
            INTROSPECTION.nodes("Fields").forEach(query::addField);
        }
    }

    private void inferRoot(String operation, String name) {
        GraphqlType type = types.get(name);
        if (type != null) {
            roots.putIfAbsent(operation, type);
        }
    }

    /** Returns the root type for this kind of operation. */
    @Nullable
    GraphqlType root(String operation) {
        return roots.get(operation.isEmpty() ? "query" : operation);
    }

    /** Returns the types that a value of type {@code name} may have. */
    Set<String> possibleTypes(String name) {
        return possible.getOrDefault(name, Set.of());
    }
}

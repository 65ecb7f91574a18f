package io.sallyport.regoengine.builtin.graphql;

import static io.sallyport.regoengine.builtin.graphql.GraphqlParts.put;
import static io.sallyport.regoengine.builtin.graphql.GraphqlTokens.putComments;

import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.graphql.GraphqlToken.Kind;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Parses a type system document (October 2021, section 3) to a syntax tree. Confined to one call. */
final class GraphqlSchemaReader {
    private static final Map<String, String> KINDS = Map.of(
            "scalar", "SCALAR",
            "type", "OBJECT",
            "interface", "INTERFACE",
            "union", "UNION",
            "enum", "ENUM",
            "input", "INPUT_OBJECT");

    private static final Set<String> LOCATIONS = Set.of(
            "QUERY",
            "MUTATION",
            "SUBSCRIPTION",
            "FIELD",
            "FRAGMENT_DEFINITION",
            "FRAGMENT_SPREAD",
            "INLINE_FRAGMENT",
            "VARIABLE_DEFINITION",
            "SCHEMA",
            "SCALAR",
            "OBJECT",
            "FIELD_DEFINITION",
            "ARGUMENT_DEFINITION",
            "INTERFACE",
            "UNION",
            "ENUM",
            "ENUM_VALUE",
            "INPUT_OBJECT",
            "INPUT_FIELD_DEFINITION");

    private final GraphqlTokens tokens;
    private final GraphqlParts parts;
    private final RegoArray schemas = RegoArray.growing(0);
    private final RegoArray schemaExtensions = RegoArray.growing(0);
    private final RegoArray directives = RegoArray.growing(0);
    private final RegoArray definitions = RegoArray.growing(0);
    private final RegoArray extensions = RegoArray.growing(0);

    private GraphqlSchemaReader(GraphqlTokens tokens) {
        this.tokens = tokens;
        this.parts = new GraphqlParts(tokens);
    }

    static RegoObject read(String text, Fuel fuel) {
        return new GraphqlSchemaReader(new GraphqlTokens(text, fuel)).document();
    }

    private RegoObject document() {
        while (!tokens.isNext(Kind.END)) {
            definition();
        }
        EntryObject document = RegoObject.growing();
        put(document, "Schema", schemas);
        put(document, "SchemaExtension", schemaExtensions);
        put(document, "Directives", directives);
        put(document, "Definitions", definitions);
        put(document, "Extensions", extensions);
        putComments(document, "Comment", tokens.peek().comments());
        return document.sealed();
    }

    /**
     * The description string before a definition, and the comments around it; an empty description of a member is
     * ignored.
     */
    private record Description(String text, List<String> before) {
        static final Description NONE = new Description("", List.of());
    }

    private Description description() {
        if (!tokens.isNext(Kind.STRING) && !tokens.isNext(Kind.BLOCK_STRING)) {
            return Description.NONE;
        }
        GraphqlToken token = tokens.next();
        return new Description(token.value(), token.comments());
    }

    private EntryObject described(Description description) {
        EntryObject node = RegoObject.growing();
        putComments(node, "BeforeDescriptionComment", description.before());
        put(node, "Description", description.text());
        putComments(node, "AfterDescriptionComment", tokens.peek().comments());
        return node;
    }

    private void definition() {
        Description description = description();
        String word = tokens.isNext(Kind.NAME) ? tokens.peek().value() : "";
        if (KINDS.containsKey(word)) {
            definitions.append(type(described(description)));
        } else if (word.equals("schema")) {
            schemas.append(schema(described(description)));
        } else if (word.equals("directive")) {
            directives.append(directive(described(description)));
        } else if (word.equals("extend") && description.text().isEmpty()) {
            extension();
        } else {
            throw tokens.unexpected();
        }
    }

    private void extension() {
        EntryObject node = described(Description.NONE);
        tokens.expectWord("extend");
        int members = node.size();
        if (tokens.peek().isWord("schema")) {
            schemaExtensions.append(checked(schema(node), members));
        } else if (tokens.isNext(Kind.NAME) && KINDS.containsKey(tokens.peek().value())) {
            boolean isInterface = tokens.peek().isWord("interface");
            RegoObject extension = type(node);
            if (isInterface && extension.get("Interfaces") != null) {
                throw tokens.unexpected();
            }
            extensions.append(checked(extension, members + 3));
        } else {
            throw tokens.unexpected();
        }
    }

    /** Requires that an extension has more than the {@code members} that every extension has. */
    private RegoObject checked(RegoObject extension, int members) {
        int ending = extension.get("EndOfDefinitionComment") == null ? 0 : 1;
        if (extension.size() - ending <= members) {
            throw tokens.unexpected();
        }
        return extension;
    }

    private RegoObject schema(EntryObject node) {
        tokens.expectWord("schema");
        put(node, "Directives", parts.directives(true));
        putBraced(node, "OperationTypes", this::operationType);
        return node;
    }

    private RegoObject operationType() {
        EntryObject node = RegoObject.growing();
        putComments(node, "Comment", tokens.peek().comments());
        GraphqlToken operation = tokens.next();
        if (!Set.of("query", "mutation", "subscription").contains(operation.value())) {
            throw tokens.unexpected(operation);
        }
        put(node, "Operation", operation.value());
        tokens.expect(Kind.COLON);
        put(node, "Type", tokens.name());
        return node;
    }

    private RegoObject type(EntryObject node) {
        String word = tokens.name();
        put(node, "Kind", KINDS.getOrDefault(word, ""));
        put(node, "Name", tokens.name());
        node.put("BuiltIn", RegoBoolean.FALSE);
        if (word.equals("type") || word.equals("interface")) {
            put(node, "Interfaces", interfaces());
        }
        put(node, "Directives", parts.directives(true));
        switch (word) {
            case "type", "interface" -> putBraced(node, "Fields", this::field);
            case "input" -> putBraced(node, "Fields", this::inputValue);
            case "enum" -> putBraced(node, "EnumValues", this::enumValue);
            case "union" -> put(node, "Types", members());
            default -> {}
        }
        return node;
    }

    private void putBraced(EntryObject node, String key, Supplier<RegoObject> element) {
        boolean present = tokens.isNext(Kind.BRACE_LEFT);
        put(node, key, tokens.some(Kind.BRACE_LEFT, Kind.BRACE_RIGHT, element));
        if (present) {
            putComments(node, "EndOfDefinitionComment", tokens.commentsBeforeEnd());
        }
    }

    private RegoArray interfaces() {
        if (!tokens.peek().value().equals("implements")) {
            return RegoArray.EMPTY;
        }
        tokens.next();
        tokens.skip(Kind.AMP);
        return names(Kind.AMP);
    }

    private RegoArray members() {
        if (!tokens.skip(Kind.EQUALS)) {
            return RegoArray.EMPTY;
        }
        tokens.skip(Kind.PIPE);
        return names(Kind.PIPE);
    }

    private RegoArray names(Kind between) {
        RegoArray names = RegoArray.growing(1);
        do {
            names.append(RegoString.of(tokens.name()));
        } while (tokens.skip(between));
        return names;
    }

    /** Starts a member of a definition; an empty description is ignored. */
    private EntryObject member() {
        Description description = description();
        EntryObject node = described(description.text().isEmpty() ? Description.NONE : description);
        put(node, "Name", tokens.name());
        return node;
    }

    private RegoObject field() {
        EntryObject node = member();
        put(node, "Arguments", argumentDefinitions());
        tokens.expect(Kind.COLON);
        node.put("Type", parts.type());
        put(node, "Directives", parts.directives(true));
        return node;
    }

    private RegoObject inputValue() {
        EntryObject node = member();
        tokens.expect(Kind.COLON);
        node.put("Type", parts.type());
        if (tokens.skip(Kind.EQUALS)) {
            node.put("DefaultValue", parts.value(true));
        }
        put(node, "Directives", parts.directives(true));
        return node;
    }

    private RegoArray argumentDefinitions() {
        return tokens.some(Kind.PAREN_LEFT, Kind.PAREN_RIGHT, this::inputValue);
    }

    private RegoObject enumValue() {
        EntryObject node = member();
        put(node, "Directives", parts.directives(true));
        return node;
    }

    private RegoObject directive(EntryObject node) {
        tokens.expectWord("directive");
        tokens.expect(Kind.AT);
        put(node, "Name", tokens.name());
        put(node, "Arguments", argumentDefinitions());
        boolean repeatable = tokens.peek().isWord("repeatable");
        if (repeatable) {
            tokens.next();
        }
        node.put("IsRepeatable", (RegoValue) RegoBoolean.of(repeatable));
        tokens.expectWord("on");
        tokens.skip(Kind.PIPE);
        put(node, "Locations", locations());
        return node;
    }

    private RegoArray locations() {
        RegoArray locations = RegoArray.growing(1);
        do {
            GraphqlToken token = tokens.expect(Kind.NAME);
            if (!LOCATIONS.contains(token.value())) {
                throw tokens.unexpected(token);
            }
            locations.append(RegoString.of(token.value()));
        } while (tokens.skip(Kind.PIPE));
        return locations;
    }
}

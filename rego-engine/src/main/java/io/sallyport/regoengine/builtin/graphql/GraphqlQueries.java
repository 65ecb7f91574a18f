package io.sallyport.regoengine.builtin.graphql;

import static io.sallyport.regoengine.builtin.graphql.GraphqlParts.put;

import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.graphql.GraphqlToken.Kind;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;

/** Parses an executable document (October 2021, section 2.2) to a syntax tree. Confined to one call. */
final class GraphqlQueries {
    private final GraphqlTokens tokens;
    private final GraphqlParts parts;

    private GraphqlQueries(GraphqlTokens tokens) {
        this.tokens = tokens;
        this.parts = new GraphqlParts(tokens);
    }

    static RegoObject read(String text, Fuel fuel) {
        return new GraphqlQueries(new GraphqlTokens(text, fuel)).document();
    }

    private RegoObject document() {
        RegoArray operations = RegoArray.growing(1);
        RegoArray fragments = RegoArray.growing(0);
        while (!tokens.isNext(Kind.END)) {
            GraphqlToken token = tokens.peek();
            if (token.isWord("fragment")) {
                fragments.append(fragment());
            } else if (token.is(Kind.BRACE_LEFT)) {
                operations.append(shorthand());
            } else if (token.isWord("query") || token.isWord("mutation") || token.isWord("subscription")) {
                operations.append(operation());
            } else {
                throw tokens.unexpected();
            }
        }
        EntryObject document = RegoObject.growing();
        put(document, "Operations", operations);
        put(document, "Fragments", fragments);
        return document.sealed();
    }

    /** OPA drops the comments before a shorthand query. */
    private RegoObject shorthand() {
        EntryObject operation = RegoObject.growing();
        put(operation, "Operation", "query");
        put(operation, "Name", "");
        put(operation, "SelectionSet", requiredSelections());
        return operation;
    }

    private RegoObject operation() {
        EntryObject operation = commented();
        put(operation, "Operation", tokens.name());
        put(operation, "Name", tokens.isNext(Kind.NAME) ? tokens.name() : "");
        put(operation, "VariableDefinitions", variables());
        put(operation, "Directives", parts.directives(false));
        put(operation, "SelectionSet", requiredSelections());
        return operation;
    }

    /** Returns a new node that begins here, with the comments before it. */
    private EntryObject commented() {
        EntryObject node = RegoObject.growing();
        GraphqlTokens.putComments(node, "Comment", tokens.peek().comments());
        return node;
    }

    private RegoArray variables() {
        return tokens.some(Kind.PAREN_LEFT, Kind.PAREN_RIGHT, this::variable);
    }

    private RegoObject variable() {
        EntryObject variable = commented();
        put(variable, "Variable", parts.variable());
        tokens.expect(Kind.COLON);
        variable.put("Type", parts.type());
        if (tokens.skip(Kind.EQUALS)) {
            variable.put("DefaultValue", parts.value(true));
        }
        put(variable, "Directives", parts.directives(false));
        return variable.put("Used", RegoBoolean.FALSE);
    }

    private RegoObject fragment() {
        EntryObject fragment = commented();
        tokens.expectWord("fragment");
        put(fragment, "Name", fragmentName());
        put(fragment, "VariableDefinition", variables());
        tokens.expectWord("on");
        put(fragment, "TypeCondition", tokens.name());
        put(fragment, "Directives", parts.directives(false));
        put(fragment, "SelectionSet", requiredSelections());
        return fragment;
    }

    private String fragmentName() {
        if (tokens.peek().isWord("on")) {
            throw tokens.unexpected();
        }
        return tokens.name();
    }

    private RegoArray requiredSelections() {
        if (!tokens.isNext(Kind.BRACE_LEFT)) {
            tokens.expect(Kind.BRACE_LEFT);
        }
        return selections();
    }

    private RegoArray selections() {
        return tokens.within(() -> tokens.some(Kind.BRACE_LEFT, Kind.BRACE_RIGHT, this::selection));
    }

    private RegoObject selection() {
        EntryObject node = commented();
        return tokens.skip(Kind.SPREAD) ? spread(node) : field(node);
    }

    private RegoObject field(EntryObject field) {
        String alias = tokens.name();
        put(field, "Alias", alias);
        put(field, "Name", tokens.skip(Kind.COLON) ? tokens.name() : alias);
        put(field, "Arguments", parts.arguments(false));
        put(field, "Directives", parts.directives(false));
        put(field, "SelectionSet", selections());
        return field;
    }

    private RegoObject spread(EntryObject node) {
        GraphqlToken token = tokens.peek();
        if (token.is(Kind.NAME) && !token.isWord("on")) {
            put(node, "Name", tokens.name());
            put(node, "Directives", parts.directives(false));
            return node;
        }
        if (token.value().equals("on")) {
            tokens.next();
            put(node, "TypeCondition", tokens.name());
        } else {
            put(node, "TypeCondition", "");
        }
        put(node, "Directives", parts.directives(false));
        put(node, "SelectionSet", requiredSelections());
        return node;
    }
}

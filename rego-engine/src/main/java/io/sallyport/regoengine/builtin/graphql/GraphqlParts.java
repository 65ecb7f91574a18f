package io.sallyport.regoengine.builtin.graphql;

import io.sallyport.regoengine.builtin.graphql.GraphqlToken.Kind;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;

/**
 * Parses what queries and schemas share: types, values, arguments, directives. The syntax tree is a Rego value in the
 * form of OPA 1.22: strings, numbers and booleans are always present, everything else only if not empty.
 */
record GraphqlParts(GraphqlTokens tokens) {
    static void put(EntryObject node, String key, String text) {
        node.put(key, RegoString.of(text));
    }

    static void put(EntryObject node, String key, RegoArray elements) {
        if (elements.size() > 0) {
            node.put(key, (RegoValue) elements);
        }
    }

    RegoObject type() {
        return tokens.within(this::readType);
    }

    private RegoObject readType() {
        EntryObject type = RegoObject.growing();
        if (tokens.skip(Kind.BRACKET_LEFT)) {
            type.put("Elem", type());
            tokens.expect(Kind.BRACKET_RIGHT);
            put(type, "NamedType", "");
        } else {
            put(type, "NamedType", tokens.name());
        }
        return type.put("NonNull", RegoBoolean.of(tokens.skip(Kind.BANG)));
    }

    /** @param constant whether variables are forbidden */
    RegoObject value(boolean constant) {
        return tokens.within(() -> readValue(constant));
    }

    private RegoObject readValue(boolean constant) {
        GraphqlToken token = tokens.peek();
        return switch (token.kind()) {
            case BRACKET_LEFT -> list(constant);
            case BRACE_LEFT -> object(constant);
            case DOLLAR -> {
                if (constant) {
                    throw tokens.unexpected();
                }
                yield value(GraphqlValueKind.VARIABLE, variable());
            }
            case INT -> scalar(GraphqlValueKind.INT);
            case FLOAT -> scalar(GraphqlValueKind.FLOAT);
            case STRING -> scalar(GraphqlValueKind.STRING);
            case BLOCK_STRING -> scalar(GraphqlValueKind.BLOCK);
            case NAME -> scalar(GraphqlValueKind.ofName(token.value()));
            default -> throw tokens.unexpected();
        };
    }

    private RegoObject scalar(GraphqlValueKind kind) {
        return value(kind, tokens.next().value());
    }

    private static EntryObject value(GraphqlValueKind kind, String raw) {
        EntryObject value = RegoObject.growing();
        put(value, "Raw", raw);
        return value.put("Kind", RegoNumber.of(kind.number())).put("ExpectedTypeHasDefault", RegoBoolean.FALSE);
    }

    private RegoObject list(boolean constant) {
        return composite(GraphqlValueKind.LIST, Kind.BRACKET_LEFT, Kind.BRACKET_RIGHT, constant);
    }

    private RegoObject object(boolean constant) {
        return composite(GraphqlValueKind.OBJECT, Kind.BRACE_LEFT, Kind.BRACE_RIGHT, constant);
    }

    private RegoObject composite(GraphqlValueKind kind, Kind start, Kind end, boolean constant) {
        EntryObject value = value(kind, "");
        GraphqlTokens.putComments(value, "Comment", tokens.peek().comments());
        boolean named = kind == GraphqlValueKind.OBJECT;
        put(value, "Children", tokens.many(start, end, () -> child(named, constant)));
        return value;
    }

    private RegoObject child(boolean named, boolean constant) {
        EntryObject child = RegoObject.growing();
        if (named) {
            GraphqlTokens.putComments(child, "Comment", tokens.peek().comments());
            put(child, "Name", tokens.name());
            tokens.expect(Kind.COLON);
        } else {
            put(child, "Name", "");
        }
        return child.put("Value", value(constant));
    }

    String variable() {
        tokens.expect(Kind.DOLLAR);
        return tokens.name();
    }

    RegoArray arguments(boolean constant) {
        return tokens.some(Kind.PAREN_LEFT, Kind.PAREN_RIGHT, () -> {
            EntryObject argument = RegoObject.growing();
            GraphqlTokens.putComments(argument, "Comment", tokens.peek().comments());
            put(argument, "Name", tokens.name());
            tokens.expect(Kind.COLON);
            return argument.put("Value", value(constant));
        });
    }

    RegoArray directives(boolean constant) {
        RegoArray directives = RegoArray.growing(0);
        while (tokens.skip(Kind.AT)) {
            EntryObject directive = RegoObject.growing();
            put(directive, "Name", tokens.name());
            put(directive, "Arguments", arguments(constant));
            put(directive, "Location", "");
            directives.append(directive);
        }
        return directives;
    }
}

package io.sallyport.regoengine.builtin.graphql;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.builtin.graphql.GraphqlToken.Kind;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The tokens of one document with one token of lookahead, and operations for parsers. Confined to one call. */
final class GraphqlTokens {
    /**
     * The maximum nesting of selections, values and types, because they are parsed recursively; each is two levels of a
     * value.
     */
    private static final int MAX_DEPTH = 100;

    private final GraphqlLexer lexer;
    private @Nullable GraphqlToken seen;
    private List<String> beforeEnd = List.of();
    private int depth;

    GraphqlTokens(String text, Fuel fuel) {
        this.lexer = new GraphqlLexer(text, fuel);
    }

    GraphqlToken peek() {
        GraphqlToken token = seen;
        if (token == null) {
            token = lexer.next();
            seen = token;
        }
        return token;
    }

    GraphqlToken next() {
        GraphqlToken token = peek();
        seen = null;
        return token;
    }

    boolean isNext(Kind kind) {
        return peek().is(kind);
    }

    boolean skip(Kind kind) {
        if (isNext(kind)) {
            next();
            return true;
        }
        return false;
    }

    GraphqlToken expect(Kind kind) {
        if (!isNext(kind)) {
            throw lexer.error("Expected %s, found %s".formatted(kind, peek().kind()), peek().at());
        }
        return next();
    }

    String name() {
        return expect(Kind.NAME).value();
    }

    void expectWord(String word) {
        if (!peek().isWord(word)) {
            throw lexer.error("Expected \"%s\", found %s".formatted(word, peek()), peek().at());
        }
        next();
    }

    BuiltinError unexpected() {
        return unexpected(peek());
    }

    BuiltinError unexpected(GraphqlToken token) {
        return lexer.error("Unexpected " + token, token.at());
    }

    /** Returns the result of {@code read}, one level deeper; throws if the nesting exceeds the maximum. */
    <T> T within(Supplier<T> read) {
        if (++depth > MAX_DEPTH) {
            throw new LimitExceeded("depth of a GraphQL document", MAX_DEPTH, "levels", "fixed");
        }
        T made = read.get();
        depth--;
        return made;
    }

    /** Parses one or more elements between two tokens; none if the first token is absent. */
    RegoArray some(Kind start, Kind end, Supplier<? extends RegoValue> element) {
        if (!skip(start)) {
            return RegoArray.EMPTY;
        }
        if (isNext(end)) {
            throw lexer.error("expected at least one definition, found " + end, peek().at());
        }
        return rest(end, element);
    }

    /** Parses elements between two tokens. */
    RegoArray many(Kind start, Kind end, Supplier<? extends RegoValue> element) {
        expect(start);
        return rest(end, element);
    }

    private RegoArray rest(Kind end, Supplier<? extends RegoValue> element) {
        RegoArray elements = RegoArray.growing(0);
        while (!isNext(end)) {
            elements.append(element.get());
        }
        beforeEnd = next().comments();
        return elements;
    }

    /** Returns the comments before the token that ended the last list. */
    List<String> commentsBeforeEnd() {
        return beforeEnd;
    }

    /** Adds comments in the form of a syntax tree. */
    static void putComments(EntryObject node, String key, List<String> comments) {
        if (comments.isEmpty()) {
            return;
        }
        RegoArray list = RegoArray.growing(comments.size());
        comments.forEach(comment -> list.append(RegoObject.growing().put("Value", RegoString.of(comment))));
        node.put(key, RegoObject.growing().put("List", list));
    }
}

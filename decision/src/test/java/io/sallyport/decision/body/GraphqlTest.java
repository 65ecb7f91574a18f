package io.sallyport.decision.body;

import static io.sallyport.decision.body.Bodies.assertReads;
import static io.sallyport.decision.body.Bodies.assertUnreadable;
import static io.sallyport.decision.body.Bodies.json;
import static io.sallyport.decision.body.Bodies.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.Sha256;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoString;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GraphqlTest {
    private static String quoted(String text) {
        return RegoJson.write(RegoString.of(text));
    }

    private static BodyForm post(String body) {
        return json(body).graphql(0, request("POST", "/graphql"));
    }

    private static BodyForm query(String document) {
        return post("{\"query\":" + quoted(document) + "}");
    }

    private static BodyForm named(String document, String name) {
        return post("{\"query\":" + quoted(document) + ",\"operationName\":" + quoted(name) + "}");
    }

    private static BodyForm get(String parameters) {
        return json("").graphql(0, request("GET", "/graphql?" + parameters));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Test
    void fieldsAreThoseAtTheRootWithoutAliases() {
        assertReads(query("{ a b: c { d } }"), "{\"operation\":\"query\",\"fields\":[\"a\",\"c\"]}");
        assertReads(
                query("mutation Go($x: Int = 1) @d { viewer: deleteRepository(id: $x) @skip(if: true) { ok } }"),
                "{\"operation\":\"mutation\",\"name\":\"Go\",\"fields\":[\"deleteRepository\"]}");
        assertReads(query("subscription { s }"), "{\"operation\":\"subscription\",\"fields\":[\"s\"]}");
    }

    @Test
    void fieldsAreFoundThroughFragments() {
        assertReads(
                query("{ ...F ... on Query { b } ... @include(if: false) { c } } "
                        + "fragment F on Query { a ...G } fragment G on Query { x: d ...H } fragment H on Q { e }"),
                "{\"operation\":\"query\",\"fields\":[\"a\",\"d\",\"e\",\"b\",\"c\"]}");
    }

    @Test
    void aFragmentIsCollectedOnceHoweverOftenItIsSpread() {
        var document = new StringBuilder("{ ...F0 ...F0 }");
        for (int i = 0; i < 60; i++) {
            document.append("fragment F%d on Q { ...F%d ...F%d }".formatted(i, i + 1, i + 1));
        }
        assertReads(query(document + "fragment F60 on Q { a }"), "{\"operation\":\"query\",\"fields\":[\"a\"]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ ...F } fragment F on Q { ...F }",
                "{ ...F } fragment F on Q { ...G } fragment G on Q { a ...F }",
                "{ a ...F }",
                "fragment F on Q { a }"
            })
    void fragmentsWithoutEndOrNameAreUnreadable(String document) {
        assertUnreadable(query(document), "no operation that runs for certain");
    }

    @Test
    void ofSeveralOperationsTheNamedOneRuns() {
        String document = "query A { a } mutation B { b }";
        assertReads(named(document, "B"), "{\"operation\":\"mutation\",\"name\":\"B\",\"fields\":[\"b\"]}");
        assertUnreadable(named(document, "C"), "no operation that runs for certain");
        assertUnreadable(named(document, ""), "no operation that runs for certain");
        assertUnreadable(query(document), "no operation that runs for certain");
        assertUnreadable(named("{ a }", "A"), "no operation that runs for certain");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{}",
                "{ a } }",
                "query { }",
                "{ a(x: ) }",
                "{ a } mutation M { b }",
                "query A { a } query A { b }",
                "{ ...F } fragment F on Q { a } fragment F on Q { b }",
                "type Q { a: Int }",
                "{ a # \u2028 }\n}",
                "{ \"a\" }",
                "{ a(x: \"\\u{61}\") }",
                "{ a \0 }",
                "query query",
                "{ a: }",
                "{ ... on }"
            })
    void malformedAndAmbiguousDocumentsAreUnreadable(String document) {
        assertThat(query(document)).isInstanceOf(BodyForm.Unreadable.class);
    }

    @Test
    void depthAndTokensAreBounded() {
        assertThat(query("{ a ".repeat(99) + "}".repeat(99))).isInstanceOf(BodyForm.Read.class);
        assertUnreadable(query("{ a ".repeat(101) + "}".repeat(101)), "a malformed document of GraphQL");
        assertUnreadable(query("{ a(x: " + "[".repeat(5000)), "a malformed document of GraphQL");
        assertThat(query("{" + " a".repeat(19_998) + "}")).isInstanceOf(BodyForm.Read.class);
        assertUnreadable(query("{" + " a".repeat(19_999) + "}"), "a malformed document of GraphQL");
    }

    @Test
    void aBatchIsReadRequestByRequest() {
        BodyForms batch = json("[{\"query\":\"{a}\"},{\"query\":\"mutation{b}\"}]");
        assertThat(batch.calls()).isEqualTo(2);
        assertReads(batch.graphql(1, request("POST", "/")), "{\"operation\":\"mutation\",\"fields\":[\"b\"]}");
        assertUnreadable(post("[]"), "a batch of no calls, or of more than 100");
        assertUnreadable(post("[[{\"query\":\"{a}\"}]]"), "no request of GraphQL");
    }

    @ParameterizedTest
    @ValueSource(strings = {"operationname", "doc_id", "queryId", "x", "Extensions"})
    void aMemberThatGraphqlDoesNotNameIsRefused(String name) {
        assertUnreadable(post("{\"query\":\"{a}\",\"" + name + "\":\"x\"}"), "no request of GraphQL");
    }

    @Test
    void aQueryInAnotherCaseIsRefused() {
        assertUnreadable(post("{\"Query\":\"{a}\"}"), "no request of GraphQL");
        assertThat(post("{\"query\":\"{a}\",\"Query\":\"mutation{b}\"}")).isInstanceOf(BodyForm.Unreadable.class);
    }

    @Test
    void whatIsWronglyTypedIsRefused() {
        assertUnreadable(post("{\"query\":[\"{a}\"]}"), "a query or an operationName that is no string");
        assertUnreadable(
                post("{\"query\":\"{a}\",\"operationName\":1}"), "a query or an operationName that is no string");
        assertUnreadable(post("{\"query\":\"{a}\",\"variables\":\"{}\"}"), "variables that are no object");
        assertUnreadable(post("{\"query\":\"{a}\",\"extensions\":[]}"), "extensions that are no object");
        assertUnreadable(post("{\"query\":null}"), "no query");
        assertReads(
                post("{\"query\":\"{a}\",\"operationName\":null,\"variables\":null,\"extensions\":null}"),
                "{\"operation\":\"query\",\"fields\":[\"a\"]}");
    }

    @Test
    void aHashWithoutQueryIsThePersistedDocument() {
        String hash = Sha256.hexOf("{a}");
        String extensions = "\"extensions\":{\"persistedQuery\":{\"version\":1,\"sha256Hash\":\"" + hash + "\"}}";
        assertReads(post("{" + extensions + "}"), "{\"persisted\":\"" + hash + "\"}");
        assertReads(
                post("{\"operationName\":\"A\"," + extensions + "}"),
                "{\"persisted\":\"" + hash + "\",\"name\":\"A\"}");
        assertReads(post("{\"id\":\"x1\"}"), "{\"persisted\":\"x1\"}");
        assertReads(
                post("{\"query\":\"{a}\"," + extensions + "}"),
                "{\"operation\":\"query\",\"fields\":[\"a\"],\"persisted\":\"" + hash + "\"}");
        assertUnreadable(post("{\"query\":\"{b}\"," + extensions + "}"), "a query that is not the persisted document");
        assertUnreadable(post("{\"query\":\"{a}\",\"id\":\"x1\"}"), "a query that is not the persisted document");
        assertUnreadable(post("{\"id\":\"x1\"," + extensions + "}"), "two persisted documents");
        assertUnreadable(post("{\"id\":1}"), "the name of a persisted document that is no string");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"PersistedQuery\":{\"sha256Hash\":\"x\"}}",
                "{\"persistedQuery\":{\"sha256hash\":\"x\"}}",
                "{\"persistedQuery\":{\"md5Hash\":\"x\"}}",
                "{\"persistedQuery\":\"x\"}"
            })
    void anotherSpellingOfThePersistedQueryIsRefused(String extensions) {
        assertUnreadable(
                post("{\"query\":\"{a}\",\"extensions\":" + extensions + "}"), "a malformed extension persistedQuery");
    }

    @Test
    void aGetHasItsRequestInTheQuery() {
        assertReads(
                get("query=" + encoded("mutation A { a } query B { b }") + "&operationName=A&variables=%7B%7D&trace=1"),
                "{\"operation\":\"mutation\",\"name\":\"A\",\"fields\":[\"a\"]}");
        assertReads(
                get("extensions=" + encoded("{\"persistedQuery\":{\"sha256Hash\":\"ab\"}}")), "{\"persisted\":\"ab\"}");
        assertReads(get("id=x1"), "{\"persisted\":\"x1\"}");
        assertThat(get("x=1")).isEqualTo(new BodyForm.Absent());
        assertUnreadable(get("variables=%7B%7D"), "no query");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "query=%7Ba%7D&query=%7Bb%7D",
                "query=%7Ba%7D&query[]=%7Bb%7D",
                "query[0]=%7Ba%7D",
                "Query=%7Ba%7D",
                "query=%7Ba%7D&extensions.persistedQuery=x"
            })
    void aParameterWithSeveralValuesIsRefused(String parameters) {
        assertUnreadable(get(parameters), "a parameter of GraphQL with several values");
    }

    @Test
    void whatAGetCannotSayForCertainIsRefused() {
        assertUnreadable(get("query=%7Ba%7D&variables=x"), "a parameter of GraphQL that is not JSON");
        assertUnreadable(
                get("query=%7Ba%7D&variables=%7B%22a%22:1,%22a%22:2%7D"), "a parameter of GraphQL that is not JSON");
        assertUnreadable(get("query=%zz"), "a malformed query");
        assertUnreadable(json("{}").graphql(0, request("GET", "/?query=%7Ba%7D")), "a GET with a body");
    }

    @Test
    void aPostWithParametersInItsUrlIsRefused() {
        assertUnreadable(
                json("{\"query\":\"{a}\"}").graphql(0, request("POST", "/?query=mutation%7Bb%7D")),
                "parameters of GraphQL in the query of a POST");
        assertUnreadable(
                json("{\"query\":\"{a}\"}").graphql(0, request("POST", "/?operationName[]=b")),
                "parameters of GraphQL in the query of a POST");
    }

    @Test
    void otherMethodsAndContentTypesAreRefused() {
        assertUnreadable(
                json("{\"query\":\"{a}\"}").graphql(0, request("PUT", "/")),
                "a method of HTTP other than GET and POST");
        assertUnreadable(
                Bodies.of("application/graphql", "{a}").graphql(0, request("POST", "/")),
                "a Content-Type that is not JSON");
        assertThat(post("")).isEqualTo(new BodyForm.Absent());
    }
}

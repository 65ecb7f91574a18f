package io.sallyport.regoengine.builtin.standard;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.BuiltinFunction;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.builtin.Matchers;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON schemas and GraphQL documents from a sandbox are processed or reach a limit, and access nothing outside. */
class HostileSchemasTest {
    private static final long SEED = 92;
    private static final int CHANGES = 2_000;
    private static final String SCHEMA =
            "type Query { a(x: Int, y: [I!] = [{b: 1}]): Query @deprecated b: U } union U = Query input I { b: Int! }";

    private static BuiltinContext context(long steps) {
        return new BuiltinContext(
                new Fuel(steps, 64L << 20),
                EvalClock.of(InstantSource.fixed(Instant.EPOCH), new Random(1)),
                new Matchers(Set.of()));
    }

    private static RegoValue call(String name, RegoValue... operands) {
        Builtin builtin = requireNonNull(StandardBuiltins.all().find(name));
        BuiltinContext context = context(10_000_000);
        RegoValue answer = switch (builtin.function()) {
            case BuiltinFunction.Unary body -> body.call(context, operands[0]);
            case BuiltinFunction.Binary body -> body.call(context, operands[0], operands[1]);
            default -> throw new IllegalArgumentException(name);
        };
        return requireNonNull(answer);
    }

    private static RegoValue text(String text) {
        return RegoString.of(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:1/schema.json",
                "https://example.com/a#/b",
                "file:///etc/hostname",
                "http://json-schema.org/draft-07/schema#"
            })
    void neverLoadsWhatAReferenceNames(String reference) {
        RegoValue schema = RegoJson.valueOf("{\"$ref\": \"%s\"}".formatted(reference));
        assertThat(call("json.verify_schema", schema).toString())
                .startsWith("[false,\"jsonschema: remote reference loading disabled: ");
        assertThatThrownBy(() -> call("json.match_schema", RegoJson.valueOf("{}"), schema))
                .isInstanceOf(BuiltinError.class);
    }

    @Test
    void neverLoadsARelativeReference() {
        RegoValue schema = RegoJson.valueOf("{\"$ref\": \"../../etc/hostname\"}");
        assertThat(call("json.verify_schema", schema).toString()).contains("must be canonical");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"$ref\": \"#\"}",
                "{\"allOf\": [{\"$ref\": \"#\"}]}",
                "{\"anyOf\": [{\"$ref\": \"#\"}, {\"$ref\": \"#\"}]}",
                "{\"definitions\": {\"a\": {\"$ref\": \"#/definitions/b\"}, \"b\": {\"$ref\": \"#/definitions/a\"}},"
                        + " \"$ref\": \"#/definitions/a\"}"
            })
    void endsAReferenceInACircle(String schema) {
        assertThatThrownBy(() -> call("json.match_schema", RegoJson.valueOf("{}"), RegoJson.valueOf(schema)))
                .isInstanceOf(LimitExceeded.class);
    }

    @Test
    void endsSchemasWithinEachOther() {
        String deep = "{\"not\": ".repeat(250) + "{}" + "}".repeat(250);
        assertThatThrownBy(() -> call("json.verify_schema", RegoJson.valueOf(deep)))
                .isInstanceOf(LimitExceeded.class);
    }

    @Test
    void endsSchemasThatDouble() {
        String definitions = IntStream.range(0, 60)
                .mapToObj(i ->
                        "\"d%d\": {\"allOf\": [{\"$ref\": \"#/definitions/d%d\"}, {\"$ref\": \"#/definitions/d%d\"}]}"
                                .formatted(i, i + 1, i + 1))
                .collect(Collectors.joining(", "));
        String schema = "{\"definitions\": {%s, \"d60\": {}}, \"$ref\": \"#/definitions/d0\"}".formatted(definitions);
        assertThatThrownBy(() -> call("json.match_schema", RegoJson.valueOf("{}"), RegoJson.valueOf(schema)))
                .isInstanceOf(LimitExceeded.class);
    }

    @Test
    void boundsPatterns() {
        RegoValue bomb = RegoJson.valueOf("{\"pattern\": \"((a{100}){100}){100}\"}");
        assertThat(call("json.verify_schema", bomb).toString()).contains("pattern must be a valid regex");
        RegoValue slow = RegoJson.valueOf("{\"properties\": {\"x\": {\"pattern\": \"^(a|a|aa)*$\"}}}");
        RegoValue value = RegoJson.valueOf("{\"x\": \"" + "a".repeat(3000) + "b\"}");
        assertThat(call("json.match_schema", value, slow).toString()).startsWith("[false,");
    }

    @ParameterizedTest
    @CsvSource({"'', {a", "{a(x:, [", "{a(x:, {k:", "query ($v:, [", "'', {...on T"})
    void endsGraphqlThatNests(String opening, String nested) {
        assertThatThrownBy(() -> call("graphql.parse_query", text(opening + nested.repeat(5000))))
                .isInstanceOf(LimitExceeded.class);
    }

    @Test
    void answersFragmentsThatDouble() {
        StringBuilder query = new StringBuilder("{...F0}");
        for (int i = 0; i < 40; i++) {
            query.append(" fragment F%d on Query {a {...F%d} b: a {...F%d}}".formatted(i, i + 1, i + 1));
        }
        query.append(" fragment F40 on Query {a {__typename}}");
        RegoValue twice = text(query.toString().replace("{...F0}", "{x: a {...F0} x: a {...F0}}"));
        assertThat(call("graphql.is_valid", twice, text(SCHEMA)).toString()).isEqualTo("true");
    }

    @Test
    void refusesFragmentsInACircle() {
        String query = "{...F} fragment F on Query {a {...G}} fragment G on Query {a {...F}}";
        assertThat(call("graphql.is_valid", text(query), text(SCHEMA)).toString())
                .isEqualTo("false");
    }

    @Test
    void endsAliasesWithoutNumber() {
        String query =
                IntStream.range(0, 20_000).mapToObj(i -> "x: __typename").collect(Collectors.joining(" ", "{", "}"));
        assertThatThrownBy(() -> call("graphql.is_valid", text(query), text(SCHEMA)))
                .isInstanceOf(LimitExceeded.class);
    }

    @Test
    void answersWhateverIsChangedInADocument() {
        Random random = new Random(SEED);
        List<String> documents = List.of(
                SCHEMA,
                "query Q($v: Int! = 1) @d {x: a(x: $v, y: [{b: 2}]) {...F ... on Query {b}}} fragment F on Query {b}");
        for (int i = 0; i < CHANGES; i++) {
            String schema = changed(documents.get(0), random);
            String query = changed(documents.get(1), random);
            RegoValue answer = call("graphql.parse_and_verify", text(query), text(schema));
            assertThat(answer.toString())
                    .as("seed %d: %s | %s", SEED, query, schema)
                    .startsWith("[");
        }
    }

    private static String changed(String text, Random random) {
        StringBuilder changed = new StringBuilder(text);
        for (int i = random.nextInt(3); i > 0; i--) {
            int at = random.nextInt(changed.length());
            switch (random.nextInt(3)) {
                case 0 -> changed.deleteCharAt(at);
                case 1 -> changed.setCharAt(at, "{}()[]!$@:=|&\"#\\x0 ".charAt(random.nextInt(19)));
                default ->
                    changed.insert(at, changed.substring(at, Math.min(changed.length(), at + random.nextInt(9))));
            }
        }
        return changed.toString();
    }
}

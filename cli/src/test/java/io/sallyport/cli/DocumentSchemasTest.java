package io.sallyport.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinFunction;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.Matchers;
import io.sallyport.regoengine.builtin.jsonschema.JsonSchemas;
import io.sallyport.regoengine.builtin.jsonschema.JsonSchemas.Problem;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The published schemas of documents take what the readers take, and refuse what has another shape. */
class DocumentSchemasTest {
    private static final Path DOCS = Path.of("../docs");
    private static final Pattern YAML = Pattern.compile("(?ms)^```yaml\\N*\\n(.*?)^```$".replace("\\N", "[^\\n]"));
    private static final Pattern SCHEMA_LINE = Pattern.compile("(?m)^# yaml-language-server: \\$schema=(\\S+)$");

    /** Parsed once each. */
    private static final Map<String, RegoValue> SCHEMAS =
            Map.of("lease", schema("lease"), "network-policy", schema("network-policy"), "profile", schema("profile"));

    private static RegoValue schema(String name) {
        try {
            return RegoJson.valueOf(Files.readString(DOCS.resolve("schemas").resolve(name + ".schema.json")));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Problem> problems(String schema, String yaml) {
        return JsonSchemas.problems(yaml(yaml), requireNonNull(SCHEMAS.get(schema)), new Fuel(500_000_000L, 1L << 30));
    }

    private static RegoValue yaml(String text) {
        var context = new BuiltinContext(
                new Fuel(10_000_000, 64L << 20),
                EvalClock.of(InstantSource.fixed(Instant.EPOCH), new Random(1)),
                new Matchers(Set.of()));
        return requireNonNull(
                requireNonNull(StandardBuiltins.all().find("yaml.unmarshal")).function()
                                instanceof BuiltinFunction.Unary body
                        ? body.call(context, RegoString.of(text))
                        : null);
    }

    /** Every network policy in the guides and in the examples. */
    private static Stream<String> policies() throws IOException {
        try (Stream<Path> guides = Files.list(DOCS);
                Stream<Path> examples = Files.list(Path.of("../examples/policies"))) {
            List<String> texts = Stream.concat(
                            guides.filter(page -> page.toString().endsWith(".md"))
                                    .flatMap(page ->
                                            YAML.matcher(text(page)).results().map(block -> block.group(1))),
                            examples.filter(file -> file.toString().endsWith(".yaml"))
                                    .map(DocumentSchemasTest::text))
                    .filter(text -> Pattern.compile("(?m)^network_policies:")
                            .matcher(text)
                            .find())
                    .filter(text -> NetworkPolicyReader.read("policy", text) instanceof NetworkPolicyReader.Read)
                    .toList();
            return texts.stream();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void thereAreRealPolicies() throws IOException {
        assertThat(policies().count()).isGreaterThan(5);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void everyRealPolicyFits(String policy) {
        assertThat(problems("network-policy", policy)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "network_policies: {}",
                "version: 2",
                "version: '1'",
                "version:",
                "[]",
                "version: 1\nnetwork_policy: {}",
                "version: 1\nnetwork_policies: []",
                "version: 1\nnetwork_policies: {a: {endpoint: []}}",
                "version: 1\nnetwork_policies: {a: {endpoints: {}}}",
                "version: 1\nnetwork_policies: {a: {endpoints: [{host: a.example.com, port: 0}]}}",
                "version: 1\nnetwork_policies: {a: {endpoints: [{hots: a.example.com, port: 443}]}}",
                "version: 1\nnetwork_policies: {a: {endpoints: [{host: a.example.com, port: 443, acces: full}]}}",
                "version: 1\nnetwork_policies: {a: {endpoints: [{host: a.example.com, port: 443, protocol: ftp}]}}",
                "version: 1\nnetwork_policies: {a: {endpoints: [{host: a.example.com, port: 443, tls: maybe}]}}",
                "version: 1\nnetwork_policies: {a: {endpoints: [{host: a.example.com, port: 443, protocol: rest,"
                        + " rules: [{method: GET}]}]}}",
                "version: 1\nnetwork_middlewares: {a: 1}",
                "version: 1\nlandlock: {compatibility: soft}",
            })
    void neitherSchemaNorReaderTakesAnotherShape(String policy) {
        assertThat(NetworkPolicyReader.read("policy", policy)).isInstanceOf(NetworkPolicyReader.Refused.class);
        assertThat(problems("network-policy", policy)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"net.fetch\": [\"https://a.example.com/**\", \"**\"], \"tool.call\": [\"web.*\"]}",
                "{\"lease\": {\"cost.budget\": [\"USD:5.00\"]}, \"lease_constraints\": {\"expires_at\":"
                        + " \"2130-01-01T00:00:00Z\"}}",
                "{\"lease\": {\"x-vendor.acme.build\": [\"a\"]}, \"lease_constraints\": null}",
            })
    void bothTakeALease(String lease) {
        assertThat(LeaseReader.validateFile("lease", lease)).isInstanceOf(LeaseReader.Read.class);
        assertThat(problems("lease", lease)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{\"net.fetch\": \"https://a.example.com/**\"}",
                "{\"net.fetch\": [\"\"]}",
                "{\"net.fetch\": [\"ftp://a\"]}",
                "{\"net.fetchh\": []}",
                "{\"leaseConstraints\": {}}",
                "{\"lease\": {}, \"leaseConstraints\": {}}",
                "{\"lease_constraints\": {}}",
                "{\"lease\": {}, \"lease_constraints\": {\"expires\": \"2130-01-01T00:00:00Z\"}}",
                "{\"lease\": {}, \"lease_constraints\": {\"expires_at\": 1}}",
                "{\"cost.budget\": [\"USD\"]}",
                "{\"x-vendor.acme\": []}"
            })
    void neitherTakesWhatIsNoLease(String lease) {
        assertThat(LeaseReader.validateFile("lease", lease)).isInstanceOf(LeaseReader.Refused.class);
        assertThat(problems("lease", lease)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "id: 'a b'", "id: a\ncredentials: {a: 1}", "id: a\nendpoints: [{hots: a}]"})
    void whatIsNoProfileDoesNotFit(String profile) {
        assertThat(problems("profile", profile)).isNotEmpty();
    }

    @Test
    void aProfileFits() {
        assertThat(problems("profile", "id: a\nendpoints: [{host: a.example.com, port: 443, access: full}]\n"))
                .isEmpty();
    }

    /** The line by which editors find the schema of a document. */
    @Test
    void schemasThatExamplesNameExist() throws IOException {
        Path folder = Path.of("../examples/policies");
        try (Stream<Path> files = Files.list(folder)) {
            List<MatchResult> named = files.filter(file -> file.toString().endsWith(".yaml"))
                    .flatMap(file -> SCHEMA_LINE.matcher(text(file)).results())
                    .toList();
            assertThat(named).isNotEmpty().allMatch(line -> Files.exists(folder.resolve(line.group(1))));
        }
    }
}

package io.sallyport.configuration.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.bundles.RemotePolicy;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscoverySectionTest {
    private static final String SERVICE = "services: {s: {url: \"https://bundles.example/opa\"}}\n";

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void key() throws Exception {
        Files.writeString(folder.resolve("team.key"), "a secret of the security team, forty bytes long");
    }

    private RemotePolicy.Discovered read(String text) throws ConfigException {
        return (RemotePolicy.Discovered) Objects.requireNonNull(
                ConfigFile.parse(folder.resolve("gateway.yaml"), text).bundles());
    }

    private static Parsed<RemotePolicy.Configured> found(RemotePolicy.Discovered from, String data) {
        var bundle = OpaBundle.of(Map.of(), 1, (RegoObject) RegoJson.valueOf(data));
        return from.reader().read(bundle);
    }

    private static RemotePolicy.Configured accepted(Parsed<RemotePolicy.Configured> parsed) {
        return switch (parsed) {
            case Parsed.Accepted<RemotePolicy.Configured>(RemotePolicy.Configured found) -> found;
            case Parsed.Rejected<RemotePolicy.Configured>(String why, int _) -> throw new AssertionError(why);
        };
    }

    private static String rejected(Parsed<RemotePolicy.Configured> parsed) {
        return switch (parsed) {
            case Parsed.Accepted<RemotePolicy.Configured>(RemotePolicy.Configured found) ->
                throw new AssertionError(found.toString());
            case Parsed.Rejected<RemotePolicy.Configured>(String why, int _) -> why;
        };
    }

    @Test
    void theOnlyServiceAndOpasPlaceAreTheDefaults() throws Exception {
        RemotePolicy.Discovered read = read(SERVICE + "discovery: {}");
        assertThat(read.discovery().url()).hasToString("https://bundles.example/opa/bundles/discovery");
        RemotePolicy.Configured found = accepted(found(read, "{\"bundles\": {\"team\": {}}}"));
        assertThat(found.bundle().url()).hasToString("https://bundles.example/opa/bundles/team");
        assertThat(found.status()).isNull();
    }

    @Test
    void whatItNamesTwiceIsEqual() throws Exception {
        RemotePolicy.Discovered read = read(SERVICE + "labels: {region: west}\ndiscovery: {decision: a.b}");
        String data = "{\"a\": {\"b\": {\"bundles\": {\"team\": {\"persist\": true}}, \"status\": {}}}}";
        assertThat(found(read, data)).isEqualTo(found(read, data));
        assertThat(Objects.requireNonNull(accepted(found(read, data)).status()).labels())
                .containsEntry("region", "west");
    }

    /** Who writes the bundle gets no say in who serves and signs policy. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{'services': {'t': {'url': 'https://evil.example'}}, 'bundles': {'a': {}}} | services: is set by the",
                "{'keys': {'k': {'key': 'x'}}, 'bundles': {'a': {}}} | keys: is set by the operator alone",
                "{'labels': {'a': 'b'}, 'bundles': {'a': {}}} | labels: is set by the operator alone",
                "{'discovery': {}, 'bundles': {'a': {}}} | discovery: is set by the operator alone",
                "{'status': {}, 'bundles': {'a': {'signing': {'keyid': 'k'}}}} | status: is set by the operator already",
                "{'bundles': {'a': {}}} | signing: is missing, and there are keys",
                "{'bundles': {'a': {'signing': {'keyid': 'other'}}}} | other (expected: one of keys: k)",
                "{'bundles': {'a': {'service': 't', 'signing': {'keyid': 'k'}}}} | t (expected: one of services: s)",
                "{'bundles': {'../a': {'signing': {'keyid': 'k'}}}} | ../a (expected: 1 to 63",
                "{'bundles': {'a': {'size_limit_bytes': 99999999999, 'signing': {'keyid': 'k'}}}} | size_limit_bytes",
                "{'bundles': {}} | 0 bundles (expected: one",
                "{'bundles': []} | 0 bundles (expected: one",
                "{'bundles': {'a': {'signing': {'keyid': 'k'}}}, 'plugins': {}} | plugins: unknown key",
                "{} | 0 bundles (expected: one",
            })
    void whatIsTheOperatorsIsRefused(String data, String why) throws Exception {
        RemotePolicy.Discovered read = read(SERVICE + """
                keys: {k: {file: team.key, algorithm: HS256}}
                status: {}
                discovery: {signing: {keyid: k}}
                """);
        assertThat(rejected(found(read, data.replace('\'', '"')))).contains(why);
    }

    @Test
    void dataElsewhereAndPolicyAreRefused() throws Exception {
        RemotePolicy.Discovered read = read(SERVICE + "discovery: {decision: a/b}");
        assertThat(rejected(found(read, "{\"a\": {\"b\": 1}}"))).contains("no object at discovery.decision, a/b");
        assertThat(rejected(found(read, "{\"bundles\": {\"a\": {}}}"))).contains("no object");
        var policy = OpaBundle.of(Map.of("a.rego", "package a\n\nb := {}"), 1, RegoObject.of(Map.of()));
        assertThat(rejected(read.reader().read(policy))).contains("it holds policy");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "bundles: {a: {}}\\ndiscovery: {} | discovery: beside bundles",
                "guardrails: g.tar.gz\\ndiscovery: {} | `guardrails` names a folder or a bundle",
                "keys: {k: {file: team.key, algorithm: HS256}}\\ndiscovery: {} | signing: is missing, and there are keys",
                "discovery: {name: x} | name: unknown key",
                "approvals: {guardrails: 2}\\ndiscovery: {} | approvals.guardrails: 2 is for changes by the API",
            })
    void whatDoesNotFitIsRefused(String text, String why) {
        assertThatThrownBy(() -> read(SERVICE + text.replace("\\n", "\n")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(why);
    }
}

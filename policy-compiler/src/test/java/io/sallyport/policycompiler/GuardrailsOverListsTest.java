package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.PlanStore;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules over the lists of the security team evaluate as they do alone, whatever is in other files. */
class GuardrailsOverListsTest extends CompiledDocuments {
    private static final String LEASE = "{\"net.fetch\": [\"https://api.example.com:8443/**\"]}";
    private static final String LISTS =
            "{\"closed_ports\": {\"8443\": true}, \"by_kind\": {\"tcp\": {\"8443\": true}}, \"pastes\": [\"pastebin.com\"]}";
    private static final String CLOSED_PORT = rule("closed-port", "data.lists.closed_ports[input.net.port] == true");

    private static String rule(String name, String condition) {
        return "package sallyport.guardrails\n\ndeny contains {\"rule\": \"%s\", \"message\": \"x\"} if {\n%s\n}\n"
                .formatted(name, condition);
    }

    @Test
    void aPortOfAListIsClosed() {
        assertThat(reason(Map.of("a.rego", CLOSED_PORT))).isEqualTo(ReasonCode.GUARDRAIL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "some s in data.lists.pastes; s in input.net.suffixes",
                "some i; data.lists.pastes[i] == input.net.host",
                "every s in data.lists.pastes { s == input.net.host }",
                "x := data.lists.pastes[0]; y := [x, x]; y[1] == input.net.host",
                "x := input.net; y := x.suffixes; some z in y; z == \"a\"",
                "{s | some s in data.lists.pastes; s == input.net.host} == {1}",
                "not input.net.host; z := {\"k\": input.net.port}; z[input.net.scheme] == 1",
                "count([1 | data.lists.pastes[_] == input.net.host with input.net.host as \"x\"]) == 1",
            })
    void itStaysClosedBesideARuleOfAnotherFile(String condition) {
        for (String other : new String[] {"b.rego", "0.rego"}) {
            Map<String, String> rego = new HashMap<>(Map.of("a.rego", CLOSED_PORT));
            rego.put(other, rule("other", condition));
            assertThat(reason(rego)).as(other).isEqualTo(ReasonCode.GUARDRAIL);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "some kind; data.lists.by_kind[kind][input.net.port]",
                "data.lists.by_kind[_][input.net.port]",
                "some kind in [\"udp\", \"tcp\"]; data.lists.by_kind[kind][input.net.port]",
                "kind := \"tcp\"; not is_open(kind)",
                "every kind in [\"tcp\"] { data.lists.by_kind[kind][input.net.port] }",
                "count([1 | data.lists.by_kind[_][input.net.port]]) == 1",
                "input.net.port == 8443 with data.lists.pastes as []; data.lists.closed_ports[input.net.port]",
                "data.lists.closed_ports[input.net.port] with data.lists.pastes as []",
                "some p in [input.net.port, \"\"]; data.lists.closed_ports[p] with data.lists.closed_ports.x as true",
                "some p in [input.net.port, \"\"]; data.lists.closed_ports[p] with data.lists.closed_ports[\"8443\"] as true",
            })
    void aPathBelowDataIsOneOfTexts(String condition) {
        String function = "\nis_open(kind) if not data.lists.by_kind[kind][input.net.port]\n";
        assertThat(reason(Map.of("a.rego", rule("r", condition) + function))).isEqualTo(ReasonCode.GUARDRAIL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ports := data.lists.closed_ports; ports[input.net.port]",
                "some ports in data.lists.by_kind; ports[input.net.port]",
                "ports := data.lists.by_kind[_]; ports[input.net.port]",
                "every ports in data.lists.by_kind { ports[input.net.port] }",
                "{8443: x} = data.lists.closed_ports; x",
                "{8443: x} = data.lists.by_kind[_]; x",
                "some {8443: x} in data.lists.by_kind; x",
                "data.lists.closed_ports[input.net.port] with data.lists.closed_ports as {\"8443\": true}",
                "data.lists.closed_ports[input.net.port] with data.lists as {\"closed_ports\": {\"8443\": true}}",
            })
    void aValueThatWasTakenOutOfDataIsLookedUpByItsOwnKeys(String condition) {
        assertThat(reason(Map.of("a.rego", rule("r", condition)))).isEqualTo(ReasonCode.GRANTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"not ports[input.net.scheme] == 443", "not ports[input.net.scheme].open"})
    void aNegationOfWhatRulesHoldByANameOfTheRequestDenies(String condition) {
        String rules = "\nports.https := {\"port\": 1}\n\nports.http contains 80 if input.net.host\n";
        assertThat(reason(Map.of("a.rego", rule("r", condition) + rules))).isEqualTo(ReasonCode.GUARDRAIL);
    }

    private static ReasonCode reason(Map<String, String> rego) {
        AuthoredRego guardrails = ready(COMPILER.guardrails(rego, LISTS, PlanStore.NONE));
        return under(guardrails, lease(LEASE, Map.of()))
                .decide(CanonicalRequest.connect(Scheme.HTTPS, host("api.example.com"), 8443))
                .reason();
    }
}

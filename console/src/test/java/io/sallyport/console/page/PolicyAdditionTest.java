package io.sallyport.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyAdditionTest {
    private static final String ENDPOINT =
            "{host: \"a.test\", port: 443, protocol: rest, rules: [" + "{allow: {method: GET, path: \"/x\"}}]}";

    @Test
    void aRuleStandsInFrontOfTheOthersAndEachLineStays() {
        String policy = """
                # reviewed by the team
                version: 1
                network_policies: # rules
                    # the registry
                    registry:
                        endpoints: [{host: registry.test, port: 443}] # all of it

                    allowed: {endpoints: [{host: b.test, port: 443}]}
                # the end
                """;
        assertThat(PolicyAddition.to(policy, ENDPOINT)).contains("""
                # reviewed by the team
                version: 1
                network_policies: # rules
                    allowed-2:
                      endpoints:
                        - %s
                    # the registry
                    registry:
                        endpoints: [{host: registry.test, port: 443}] # all of it

                    allowed: {endpoints: [{host: b.test, port: 443}]}
                # the end
                """.formatted(ENDPOINT));
    }

    @Test
    void aTextWhoseRulesHaveNoLinesOfTheirOwnIsLeftAlone() {
        for (String policy : List.of(
                "",
                "version: 1\n",
                "version: 1\nnetwork_policies:\n",
                "version: 1\nnetwork_policies: {}\n",
                "version: 1\nnetwork_policies: {a: {endpoints: [{host: a.test, port: 1}]}}\n",
                "version: 1\nnetwork_policies: {\n  a: {endpoints: [{host: a.test, port: 1}]}}\n",
                "{\"version\": 1, \"network_policies\": {\n  \"a\": {\"endpoints\": []}}}\n",
                "version: 1\nnetwork_policies:\n  a: [\n",
                "version: 1\nnetwork_policies: # |\n  a: 1\n  a: 2\n",
                "- network_policies:\n    a: 1\n")) {
            assertThat(PolicyAddition.to(policy, ENDPOINT)).as(policy).isEmpty();
        }
    }

    @Test
    void anEndpointThatBreaksOutOfItsLineIsNotAdded() {
        String policy = "version: 1\nnetwork_policies:\n  a: {endpoints: [{host: a.test, port: 443}]}\n";
        for (String hostile : List.of(
                "{host: x}\n  b: {endpoints: []}",
                "{host: x}\n  a: 1",
                "{host: x}\nversion: 2",
                "{host: [",
                "{host: x}\n---\nversion: 1")) {
            assertThat(PolicyAddition.to(policy, hostile)).as(hostile).isEmpty();
        }
    }
}

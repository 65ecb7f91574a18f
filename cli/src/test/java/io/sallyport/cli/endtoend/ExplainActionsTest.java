package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Explanations and suggestions of actions, asked of a running gateway. */
class ExplainActionsTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final SandboxId PARENT = new SandboxId("team");
    private static final SandboxId CHILD = new SandboxId("writer");

    @TempDir
    Path folder = Path.of("");

    private static JsonNode post(Rig rig, SandboxId id, String call, String body) throws IOException {
        return rig.admin()
                .send("POST", "/v1/sandboxes/" + id + "/" + call, JSON.readTree(body), Map.of())
                .body();
    }

    private Rig family() throws IOException, StartException {
        Rig rig = Rig.start(folder, Map.of());
        rig.put(PARENT, Rig.raw("{\"tool.call\": [\"web.*\", \"db.*\"], \"model.use\": [\"gpt-4*\"]}", null, Map.of()));
        rig.admin().phase(PARENT, Phase.EXECUTION);
        JsonNode child = JSON.readTree("{\"lease\": {\"tool.call\": [\"web.*\"]}, \"parent\": \"team\"}");
        assertThat(rig.admin()
                        .send("PUT", "/v1/sandboxes/" + CHILD, child, Map.of())
                        .status())
                .isEqualTo(201);
        return rig;
    }

    private static String explained(JsonNode explanation) {
        return explanation.path("decision").path("reason").asString() + " "
                + explanation
                        .path("steps")
                        .valueStream()
                        .map(step -> step.path("asked").asString()
                                + (step.path("passes").asBoolean() ? "+" : "-"))
                        .toList();
    }

    @Test
    void whatHoldsAnActionBackIsAStep() throws IOException, StartException {
        try (Rig rig = family()) {
            String search = "{\"capability\": \"tool.call\", \"target\": \"web.search\"}";
            assertThat(explained(post(rig, CHILD, "explain", search)))
                    .isEqualTo("phase_violation [lease+, parent:team+, admission+, guard-]");
            rig.admin().phase(CHILD, Phase.EXECUTION);
            assertThat(explained(post(rig, CHILD, "explain", search)))
                    .isEqualTo("granted [lease+, parent:team+, admission+, guard+]");
            assertThat(post(rig, CHILD, "explain", "{\"capability\": \"tool.call\", \"url\": \"http://a.test/\"}")
                            .path("code")
                            .asString())
                    .isEqualTo("INVALID_REQUEST");
        }
    }

    @Test
    void inheritedModelsAreExplainedAsTheyAreDecided() throws IOException, StartException {
        try (Rig rig = family()) {
            rig.admin().phase(CHILD, Phase.EXECUTION);
            assertThat(explained(
                            post(rig, CHILD, "explain", "{\"capability\": \"model.use\", \"target\": \"gpt-4o\"}")))
                    .isEqualTo("granted [lease+, parent:team+, admission+, guard+]");
        }
    }

    @Test
    void suggestionsStayWithinTheParentAndNameItWhereItRefuses() throws IOException, StartException {
        try (Rig rig = family()) {
            JsonNode suggestion =
                    post(rig, CHILD, "suggest", "{\"requests\": [\"tool.call db.query\", \"tool.call shell.run\"]}");
            assertThat(suggestion.path("proposals").findValuesAsString("text"))
                    .containsExactly("tool.call: \"db.query\"");
            assertThat(suggestion
                            .path("requests")
                            .path(0)
                            .path("then")
                            .path("allow")
                            .asBoolean())
                    .isTrue();
            assertThat(suggestion
                            .path("requests")
                            .path(1)
                            .path("then")
                            .path("reason")
                            .asString())
                    .isEqualTo("no_grant");
        }
    }

    @Test
    void refusedQuestionsOfTheAuditAreSuggestedFor() throws IOException, StartException {
        try (Rig rig = family()) {
            rig.admin().phase(CHILD, Phase.EXECUTION);
            post(rig, CHILD, "check", "{\"tool\": \"db.query\", \"skill_id\": \"rust\"}");
            JsonNode suggestion = post(rig, CHILD, "suggest", "{}");
            assertThat(suggestion.path("proposals").findValuesAsString("text"))
                    .containsExactly("tool.call: \"db.query\"");
            assertThat(suggestion
                            .path("requests")
                            .path(0)
                            .path("action")
                            .path("skill")
                            .asString())
                    .isEqualTo("rust");
        }
    }

    /** Seeded; an explanation matches the decision. */
    @Test
    void anExplanationSaysWhatADryRunAnswers() throws IOException, StartException {
        long seed = 20_261_122L;
        Random random = new Random(seed);
        List<String> tools = List.of("web.a", "web.a.b", "db.a", "x", "web");
        List<String> models = List.of("gpt-4", "gpt-4o", "o1", "gpt-4/x");
        try (Rig rig = family()) {
            for (int round = 0; round < 60; round++) {
                if (round % 20 == 10) {
                    rig.admin().phase(CHILD, round < 30 ? Phase.EXECUTION : Phase.PLANNING);
                }
                boolean tool = random.nextBoolean();
                String target =
                        tool ? tools.get(random.nextInt(tools.size())) : models.get(random.nextInt(models.size()));
                SandboxId id = random.nextBoolean() ? CHILD : PARENT;
                JsonNode decided = post(
                        rig,
                        id,
                        "check",
                        "{\"" + (tool ? "tool" : "model") + "\": \"" + target + "\", \"dry_run\": true}");
                JsonNode told = post(
                                rig,
                                id,
                                "explain",
                                "{\"capability\": \"" + (tool ? "tool.call" : "model.use") + "\", \"target\": \""
                                        + target + "\"}")
                        .path("decision");
                String as = "seed " + seed + ", round " + round + ": " + id + " " + target;
                assertThat(told.path("reason")).as(as).isEqualTo(decided.path("reason"));
                assertThat(told.path("allow").asBoolean())
                        .as(as)
                        .isEqualTo(decided.path("allow").asBoolean(true));
                assertThat(told.path("rule")).as(as).isEqualTo(decided.path("rule"));
            }
        }
    }
}

package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.SkillControl.SkillsAnswer;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SkillCallsTest {
    private static final String SKILLS = "/v1/sandboxes/sb-1/skills";

    @TempDir
    Path folder;

    @Test
    void eachCallIsCarriedOutAndShowsWhatIsInForce() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            assertThat(fixture.get(SKILLS).body())
                    .contains("\"revision\":\"ab12\"", "\"count\":1", "\"id\":\"rust\"", "\"enabled\":true");
            assertThat(fixture.put(SKILLS, "{\"manifests\":{\"rust.yaml\":\"id: rust\"}}")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(fixture.post(SKILLS + "/rust/enable", "").statusCode()).isEqualTo(200);
            assertThat(fixture.post(SKILLS + "/rust/disable", "").statusCode()).isEqualTo(200);
            assertThat(fixture.post(SKILLS + "/reload", "").body()).contains("\"count\":1");
            assertThat(fixture.delete(SKILLS).statusCode()).isEqualTo(200);
            assertThat(fixture.skills.asked)
                    .containsExactly(
                            "put {rust.yaml=id: rust} of sb-1",
                            "enable rust of sb-1",
                            "disable rust of sb-1",
                            "reload of sb-1",
                            "remove of sb-1");
        }
        assertThat(Files.readAllLines(folder.resolve("audit.jsonl"))).hasSize(5);
    }

    @Test
    void onlyRunnersAndOperatorsChangeSkills() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            for (Role role : Role.values()) {
                boolean may = role == Role.RUNNER || role == Role.OPERATOR;
                for (String call : List.of("/rust/enable", "/rust/disable", "/reload")) {
                    assertThat(fixture.call(role, "POST", SKILLS + call, "").statusCode())
                            .as("%s %s", role, call)
                            .isEqualTo(may ? 200 : 403);
                }
                assertThat(fixture.call(role, "PUT", SKILLS, "{\"manifests\":{}}")
                                .statusCode())
                        .isEqualTo(may ? 200 : 403);
                assertThat(fixture.call(role, "GET", SKILLS, "").statusCode())
                        .isEqualTo(role == Role.SECURITY ? 403 : 200);
            }
        }
    }

    @Test
    void whatCannotBeDoneIsSaid() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            assertThat(fixture.get("/v1/sandboxes/sb-2/skills").statusCode()).isEqualTo(404);
            assertThat(fixture.post("/v1/sandboxes/sb-2/skills/reload", "").statusCode())
                    .isEqualTo(404);
            fixture.skills.next = new SkillsAnswer.UnknownSkill();
            assertThat(fixture.post(SKILLS + "/go/enable", "").statusCode()).isEqualTo(404);
            fixture.skills.next = new SkillsAnswer.Conflict("SKILL_DISABLED", "it is disabled");
            assertThat(fixture.post(SKILLS + "/go/enable", "").body()).contains("\"code\":\"SKILL_DISABLED\"");
            fixture.skills.next = new SkillsAnswer.Refused(
                    List.of(Diagnostic.error("go.yaml", 3, 4, DiagnosticCode.UNKNOWN_KEY, "\"x\" is no key", null)));
            var refused = fixture.put(SKILLS, "{\"manifests\":{\"go.yaml\":\"x: 1\"}}");
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("go.yaml", "UNKNOWN_KEY");
            fixture.skills.next = new SkillsAnswer.Unavailable("the state cannot be written");
            assertThat(fixture.post(SKILLS + "/go/enable", "").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void aBodyOfAnotherFormChangesNothing() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            for (String body : List.of(
                    "{}",
                    "[]",
                    "{\"manifests\":[]}",
                    "{\"manifests\":{\"../a\":\"\"}}",
                    "{\"manifests\":{\"a\":1}}",
                    "{\"manifests\":{},\"registry\":\"/etc\"}",
                    "{\"manifests\":{},\"manifests\":{}}")) {
                assertThat(fixture.put(SKILLS, body).statusCode()).as(body).isBetween(400, 422);
            }
            assertThat(fixture.post(SKILLS + "/reload/enable/x", "").statusCode())
                    .isEqualTo(404);
            assertThat(fixture.skills.asked).isEmpty();
        }
    }
}

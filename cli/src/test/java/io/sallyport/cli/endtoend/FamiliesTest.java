package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Parents, children and budgets of a running service. */
class FamiliesTest {
    private static final SandboxId UP = new SandboxId("up");
    private static final SandboxId DOWN = new SandboxId("down");
    private static final String A = "http://yes.test/a";
    private static final String B = "http://yes.test/b";

    @TempDir
    Path folder = Path.of("");

    private Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));

    @BeforeEach
    void tools() {
        require("curl");
    }

    @AfterEach
    void closeOrigin() {
        origin.close();
    }

    private Rig rig() throws IOException, StartException {
        return Rig.start(folder, Map.of("yes.test:80", "127.0.0.1:" + origin.port()));
    }

    @Test
    void aChildKeepsToWhatItsParentMayNow() throws IOException, StartException {
        try (Rig rig = rig()) {
            Map<String, String> up = put(rig, UP, null, "{\"net.fetch\": [\"http://yes.test/**\"]}");
            Map<String, String> down = put(rig, DOWN, UP, "{\"net.fetch\": [\"http://yes.test/a\"]}");
            assertThat(rig.curl(down, A)).isEqualTo("200 000");
            assertThat(rig.curl(down, B)).isEqualTo("403 000");

            assertThat(rig.put(UP, documents(null, "{\"net.fetch\": [\"http://yes.test/b\"]}"))
                            .status())
                    .isEqualTo(200);
            assertThat(rig.curl(down, A)).isEqualTo("403 000");
            assertThat(rig.lastRequest().path("rule").asString()).isEqualTo("parent:up");
            assertThat(rig.curl(up, B)).isEqualTo("200 000");

            rig.restart();
            assertThat(rig.curl(rig.rebased(down), A)).isEqualTo("403 000");
            assertThat(rig.admin().get(DOWN).body().path("parent").asString()).isEqualTo("up");
            assertThat(rig.admin().delete(UP).status()).isEqualTo(204);
            assertThat(rig.admin().get(DOWN).status()).isEqualTo(404);
            assertThat(rig.curl(rig.rebased(down), A)).isEqualTo("407 000");
        }
    }

    @Test
    void aChildIsRefusedWhatItsParentDoesNotHave() throws IOException, StartException {
        try (Rig rig = rig()) {
            put(rig, UP, null, "{\"net.fetch\": [\"http://yes.test/a/**\"], \"cost.budget\": [\"USD:5.00\"]}");
            assertThat(refusal(rig, DOWN, "http://yes.test/**", UP))
                    .contains("LEASE_SUBSET_VIOLATION", "covers what the parent does not");
            assertThat(refusal(rig, DOWN, "http://yes.test/a/b", new SandboxId("nobody")))
                    .contains("UNKNOWN_PARENT");
            assertThat(refusal(rig, DOWN, "http://yes.test/a/b", DOWN)).contains("UNKNOWN_PARENT");
            assertThat(text(rig.put(DOWN, documents(UP, "{\"cost.budget\": [\"EUR:1\"]}"))))
                    .contains("the parent has no such currency");
            assertThat(text(rig.put(DOWN, documents(UP, "{\"cost.budget\": [\"USD:5.01\"]}"))))
                    .contains("wants 5.01 of the 5.00 that are left");
            assertThat(rig.admin().get(DOWN).status()).isEqualTo(404);

            put(rig, DOWN, UP, "{\"cost.budget\": [\"USD:3\"]}");
            assertThat(text(rig.put(Rig.OTHER, documents(UP, "{\"cost.budget\": [\"USD:3\"]}"))))
                    .contains("wants 3 of the 2.00 that are left");
            assertThat(text(rig.put(DOWN, documents(null, "{}")))).contains("PARENT_FIXED");
            assertThat(text(rig.put(UP, documents(DOWN, "{}")))).contains("PARENT_FIXED");
            assertThat(text(rig.put(UP, documents(null, "{}")))).contains("BUDGET_HELD");
            assertThat(budget(rig, UP, "USD")).isEqualTo("2.00");
            assertThat(rig.admin().delete(DOWN).status()).isEqualTo(204);
            assertThat(budget(rig, UP, "USD")).isEqualTo("5.00");
        }
    }

    @Test
    void whatWasSpentStaysSpentOverPutsAndRestarts() throws IOException, StartException {
        try (Rig rig = rig()) {
            Map<String, String> up = put(rig, UP, null, lease("requests:3"));
            assertThat(rig.curl(up, A)).isEqualTo("200 000");
            assertThat(rig.curl(up, "http://no.test/")).isEqualTo("403 000");
            assertThat(budget(rig, UP, "requests")).isEqualTo("2");
            rig.restart();
            assertThat(budget(rig, UP, "requests")).isEqualTo("2");
            Map<String, String> again = rig.rebased(up);
            assertThat(rig.put(UP, documents(null, lease("requests:2"))).status())
                    .isEqualTo(200);
            assertThat(rig.curl(again, A)).isEqualTo("200 000");
            assertThat(rig.curl(again, A)).isEqualTo("402 000");
            assertThat(rig.lastRequest().path("reason").asString()).isEqualTo("budget_exhausted");
            assertThat(rig.curl(again, "http://no.test/")).isEqualTo("403 000");
            assertThat(rig.put(UP, documents(null, lease("requests:3"))).status())
                    .isEqualTo(200);
            assertThat(rig.curl(again, A)).isEqualTo("200 000");
            assertThat(rig.curl(again, A)).isEqualTo("402 000");
        }
    }

    @Test
    void ofOneRemainderAsManyChildrenArePutAsFitHoweverManyAskAtOnce() throws IOException, StartException {
        try (Rig rig = rig()) {
            put(rig, UP, null, lease("USD:5"));
            List<CompletableFuture<Integer>> all = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                SandboxId id = new SandboxId("child-" + i);
                all.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        return rig.put(id, documents(UP, lease("USD:2"))).status();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }));
            }
            assertThat(all.stream().map(CompletableFuture::join).filter(status -> status == 201))
                    .hasSize(2);
            assertThat(budget(rig, UP, "USD")).isEqualTo("1");
            rig.restart();
            assertThat(budget(rig, UP, "USD")).isEqualTo("1");
        }
    }

    @Test
    void aSandboxPutAgainUnderItsParentsIdIsNoParentOfTheOldOnes() throws IOException, StartException {
        try (Rig rig = rig()) {
            put(rig, UP, null, lease("USD:5"));
            Map<String, String> down = put(rig, DOWN, UP, lease("USD:5"));
            rig.admin().delete(UP);
            put(rig, UP, null, lease("USD:5"));
            assertThat(rig.curl(down, A)).isEqualTo("407 000");
            assertThat(budget(rig, UP, "USD")).isEqualTo("5");
            rig.restart();
            assertThat(rig.admin().get(DOWN).status()).isEqualTo(404);
        }
    }

    @Test
    void generationsAreBounded() throws IOException, StartException {
        try (Rig rig = rig()) {
            put(rig, new SandboxId("g-1"), null, "{}");
            for (int i = 2; i <= 8; i++) {
                put(rig, new SandboxId("g-" + i), new SandboxId("g-" + (i - 1)), "{}");
            }
            assertThat(text(rig.put(new SandboxId("g-9"), documents(new SandboxId("g-8"), "{}"))))
                    .contains("TOO_DEEP");
            rig.admin().delete(new SandboxId("g-1"));
            assertThat(rig.admin().list(null).body().path("sandboxes").size()).isZero();
        }
    }

    @Test
    void aChildSpendsForItsParentToo() throws IOException, StartException {
        try (Rig rig = rig()) {
            put(rig, UP, null, lease("requests:10", "bytes:1000"));
            Map<String, String> down = put(rig, DOWN, UP, lease("requests:2"));
            assertThat(budget(rig, UP, "requests")).isEqualTo("8");
            assertThat(rig.curl(down, A)).isEqualTo("200 000");
            assertThat(rig.curl(down, A)).isEqualTo("200 000");
            assertThat(rig.curl(down, A)).isEqualTo("402 000");
            assertThat(budget(rig, UP, "bytes")).isEqualTo("988");
            rig.admin().delete(DOWN);
            assertThat(budget(rig, UP, "requests")).isEqualTo("8");
        }
    }

    private static String lease(String... budget) {
        return "{\"net.fetch\": [\"http://yes.test/**\"], \"cost.budget\": [\"" + String.join("\", \"", budget)
                + "\"]}";
    }

    private static Map<String, String> put(Rig rig, SandboxId id, @Nullable SandboxId parent, String lease)
            throws IOException {
        AdminClient.Reply reply = rig.put(id, documents(parent, lease));
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
        return Rig.variables(reply);
    }

    private static String refusal(Rig rig, SandboxId id, String pattern, SandboxId parent) throws IOException {
        return text(rig.put(id, documents(parent, "{\"net.fetch\": [\"" + pattern + "\"]}")));
    }

    private static String text(AdminClient.Reply refused) {
        assertThat(refused.status()).isEqualTo(422);
        JsonNode first = refused.body().path("diagnostics").path(0);
        return first.path("code").asString() + ": " + first.path("message").asString();
    }

    private static String budget(Rig rig, SandboxId id, String currency) throws IOException {
        return rig.admin().get(id).body().path("budgets").path(currency).asString();
    }

    private static SandboxDocuments documents(@Nullable SandboxId parent, String lease) {
        return SandboxDocuments.builder().lease(lease).parent(parent).build();
    }
}

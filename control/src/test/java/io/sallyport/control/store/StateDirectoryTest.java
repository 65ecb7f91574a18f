package io.sallyport.control.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.model.HarnessFiles;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
    private static final SandboxDocuments DOCUMENTS = SandboxDocuments.builder()
            .lease("{\"net.fetch\": [\"https://a.test/**\"]}")
            .harness("a: 1\n")
            .rego(Map.of("x.rego", "package sallyport.sandbox\n"))
            .run("run-7")
            .phase(Phase.EXECUTION)
            .labels(Map.of("team", "docs"))
            .parent(new SandboxId("parent"))
            .phaseGates(Set.of("net.fetch"))
            .allowlistGet(true)
            .enclosed(new HarnessFiles(Map.of("base.yaml", "role: r\n"), List.of("reader"), "github"))
            .build();
    private static final SandboxRecord SANDBOX = new SandboxRecord(
            new SandboxId("sb-1"),
            7,
            2,
            "d".repeat(64),
            Phase.PLANNING,
            DOCUMENTS,
            "a".repeat(64),
            "b".repeat(64),
            null,
            false,
            new StoredTrials(new StoredCandidate(DOCUMENTS, "c".repeat(64), 6, 1_000), 2_000L),
            "{\"v\":1}");

    @TempDir
    Path folder = Path.of("");

    @Test
    void whatWasSavedIsReadByTheNextGateway() throws StateException {
        var guardrails =
                new StoredGuardrails(3, "digest", Map.of("g.rego", "package sallyport.guardrails\n"), "{}", "r-1");
        try (StateDirectory directory = open()) {
            Store store = directory.store();
            store.save(SANDBOX);
            store.save(guardrails);
            store.saveBundle("d1", new byte[] {1, 2});
        }
        try (StateDirectory directory = open()) {
            Store store = directory.store();
            assertThat(store.sandboxes()).isEqualTo(List.of(SANDBOX));
            assertThat(store.guardrails()).isEqualTo(guardrails);
            assertThat(store.bundle("d1")).isEqualTo(new byte[] {1, 2});
            assertThat(store.bundle("d2")).isNull();
        }
    }

    @Test
    void whatWasSpentGoesWithItsSandboxAndWhatWasRevokedStays() throws StateException {
        var lease = new StoredLease(Map.of("job_id", "j"), "box", null);
        var stored = new SandboxRecord(
                SANDBOX.id(),
                7,
                2,
                "",
                Phase.PLANNING,
                DOCUMENTS,
                "a".repeat(64),
                "b".repeat(64),
                lease,
                true,
                StoredTrials.NONE,
                null);
        SandboxId other = new SandboxId("sb-2");
        try (StateDirectory directory = open()) {
            Store store = directory.store();
            store.save(stored);
            store.saveSpent(stored.id(), Map.of("USD", new BigDecimal("0.30")));
            store.saveSpent(other, Map.of("USD", BigDecimal.ONE));
            store.saveRevoked(other, 12);
        }
        try (StateDirectory directory = open()) {
            Store store = directory.store();
            assertThat(store.sandboxes()).containsExactly(stored);
            assertThat(store.spent(stored.id())).isEqualTo(Map.of("USD", new BigDecimal("0.30")));
            store.retainSpent(Set.of(stored.id()));
            assertThat(store.spent(other)).isEmpty();
            assertThat(store.revoked()).isEqualTo(Map.of(other, 12L));
            store.delete(stored.id(), 7);
            assertThat(store.spent(stored.id())).isEmpty();
            store.forgetRevoked(other);
            assertThat(store.revoked()).isEmpty();
        }
    }

    @Test
    void anAmountThatIsNoNumberRefusesTheStart() throws IOException, StateException {
        try (StateDirectory directory = open()) {
            Files.writeString(root().resolve("spent/sb-1.json"), "{\"v\": 1, \"spent\": {\"USD\": \"much\"}}");
            assertThatThrownBy(() -> directory.store().spent(SANDBOX.id()))
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining("spent/sb-1.json");
        }
    }

    @Test
    void nothingButTheOwnerMayRead() throws IOException, StateException {
        try (StateDirectory directory = open()) {
            directory.store().save(SANDBOX);
            String token = AdminToken.readOrCreate(root().resolve("admin.token"));
            assertThat(mode(root())).isEqualTo("rwx------");
            assertThat(mode(root().resolve("admin.token"))).isEqualTo("rw-------");
            assertThat(mode(root().resolve("sandboxes/sb-1.json"))).isEqualTo("rw-------");
            assertThat(AdminToken.readOrCreate(root().resolve("admin.token"))).isEqualTo(token);
        }
    }

    @Test
    void aSecondGatewayIsRefused() throws StateException {
        try (StateDirectory _ = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining("lock: another gateway or fetch service");
        }
        open().close();
    }

    @Test
    void theFloorOutlivesTheDeletedAndNeverFalls() throws StateException {
        try (StateDirectory directory = open()) {
            Store store = directory.store();
            assertThat(store.floor()).isZero();
            store.save(SANDBOX);
            store.delete(SANDBOX.id(), 9);
            store.delete(new SandboxId("other"), 4);
            assertThat(store.sandboxes()).isEmpty();
        }
        try (StateDirectory directory = open()) {
            assertThat(directory.store().floor()).isEqualTo(9);
        }
    }

    @Test
    void onlyTheNamedBundlesAreRetained() throws StateException {
        try (StateDirectory directory = open()) {
            Store store = directory.store();
            store.saveBundle("d1", new byte[] {1});
            store.saveBundle("d2", new byte[] {2});
            store.retainBundles(Set.of("d2"));
            assertThat(store.bundle("d1")).isNull();
            assertThat(store.bundle("d2")).isEqualTo(new byte[] {2});
        }
    }

    @Test
    void aWriteThatACrashCutShortIsSweptAway() throws IOException, StateException {
        open().close();
        Path left = root().resolve("sandboxes").resolve("sb-1.json.unfinished");
        Files.writeString(left, "{\"v\":");
        try (StateDirectory directory = open()) {
            assertThat(left).doesNotExist();
            assertThat(directory.store().sandboxes()).isEmpty();
        }
    }

    @Test
    void unreadableStateIsRefusedByTheNameOfItsFile() throws IOException, StateException {
        refuses("{\"v\": 1, \"id\": ", "sb-1.json");
        refuses("", "sb-1.json");
        refuses("{\"v\": 2}", "sb-1.json");
        refuses(saved().replace("\"v\" : 1", "\"v\" : 2"), "not of version 1");
        refuses(saved().replace("\"planning\"", "\"dreaming\""), "unknown phase dreaming");
        refuses(saved().replace("\"labels\"", "\"lables\""), "labels");
        refuses(saved().replace("\"labels\"", "\"more\" : 1, \"labels\""), "more");
        refuses(saved().replace("\"id\" : \"sb-1\"", "\"id\" : \"sb-2\""), "holds the sandbox sb-2");
        refuses(saved().replace("\"proxy_token_sha256\"", "\"digest\""), "sb-1.json");
        refuses(saved() + "{}", "sb-1.json");
    }

    /** So an older version, which does not know a new member, reads the file as long as nobody uses it. */
    @Test
    void membersThatAreNotUsedAreNotWritten() throws IOException, StateException {
        assertThat(saved()).doesNotContain("null").doesNotContain("\"policy\"").doesNotContain("\"ended\"");
    }

    @Test
    void aBrokenFloorOrGuardrailsFileIsRefused() throws IOException, StateException {
        try (StateDirectory directory = open()) {
            Files.writeString(root().resolve("floor.json"), "{}");
            assertThatThrownBy(() -> directory.store().floor()).hasMessageContaining("floor.json");
            Files.writeString(root().resolve("guardrails/guardrails.json"), "[]");
            assertThatThrownBy(() -> directory.store().guardrails()).hasMessageContaining("guardrails.json");
        }
    }

    @Test
    void anEmptyTokenFileIsRefused() throws IOException {
        Path file = folder.resolve("admin.token");
        Files.writeString(file, "\n");
        assertThatThrownBy(() -> AdminToken.readOrCreate(file))
                .isInstanceOf(StateException.class)
                .hasMessageContaining("admin.token: holds no token");
    }

    @Test
    void theDefaultPlaceFollowsTheEnvironment() {
        assertThat(StateDirectory.defaultPath(Map.of("XDG_STATE_HOME", "/x", "HOME", "/h")))
                .isEqualTo(Path.of("/x/sallyport"));
        assertThat(StateDirectory.defaultPath(Map.of("HOME", "/h"))).isEqualTo(Path.of("/h/.local/state/sallyport"));
    }

    private void refuses(String text, String message) throws IOException, StateException {
        try (StateDirectory directory = open()) {
            Files.writeString(root().resolve("sandboxes/sb-1.json"), text);
            assertThatThrownBy(() -> directory.store().sandboxes())
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining("sb-1.json")
                    .hasMessageContaining(message);
        }
    }

    private String saved() throws IOException, StateException {
        try (StateDirectory directory = open()) {
            directory.store().save(SANDBOX);
            return Files.readString(root().resolve("sandboxes/sb-1.json"));
        }
    }

    private StateDirectory open() throws StateException {
        return StateDirectory.open(root(), LockWait.NONE);
    }

    private Path root() {
        return folder.resolve("state");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}

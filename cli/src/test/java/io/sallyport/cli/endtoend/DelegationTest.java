package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.segment.VerifyingKey;
import io.sallyport.cli.SchemaProblems;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.leasebridge.receipt.DelegationReceipt;
import io.sallyport.leasebridge.receipt.ReceiptJson;
import io.sallyport.leasebridge.receipt.ReceiptSignature;
import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Receipts of delegations in the answers of a running service, and in its audit log. */
class DelegationTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String WIDE = "{\"net.fetch\": [\"http://**\"]}";
    private static final String NARROW = "{\"net.fetch\": [\"http://yes.test/**\"]}";

    @TempDir
    Path folder = Path.of("");

    private static JsonNode put(Rig rig, String path, String lease, String parent) throws IOException {
        String above = parent.isEmpty() ? "" : ", \"parent\": \"" + parent + "\"";
        return rig.admin()
                .send("PUT", path, JSON.readTree("{\"lease\": " + lease + above + "}"), Map.of())
                .body();
    }

    private String audit() throws IOException {
        return Files.readString(folder.resolve("state/audit.jsonl"));
    }

    @Test
    void aChildsPutIsAnsweredWithAReceiptWhoseProofTheAuditLogNames() throws IOException, StartException {
        try (Rig rig = Rig.start(folder, Map.of())) {
            assertThat(put(rig, "/v1/sandboxes/up", WIDE, "").has("receipt")).isFalse();
            JsonNode receipt = put(rig, "/v1/sandboxes/down", NARROW, "up").path("receipt");
            assertThat(SchemaProblems.of("delegation-receipt", receipt.toString()))
                    .isEmpty();
            assertThat(receipt.path("parent").path("id").asString()).isEqualTo("up");
            assertThat(receipt.path("steps").get(0).path("parent").asString()).isEqualTo("http://**");
            assertThat(audit())
                    .contains("delegation proof " + receipt.path("proof").asString());
        }
    }

    @Test
    void soIsThatOfALeaseButNotWhenItIsSentAgain() throws IOException, StartException {
        try (Rig rig = Rig.start(folder, Map.of())) {
            put(rig, "/v1/leases/up", WIDE, "");
            JsonNode receipt = put(rig, "/v1/leases/down", NARROW, "up").path("receipt");
            assertThat(receipt.path("child").path("id").asString()).isEqualTo("down");
            assertThat(audit())
                    .contains("delegation proof " + receipt.path("proof").asString());
            assertThat(put(rig, "/v1/leases/down", NARROW, "up").has("receipt")).isFalse();
        }
    }

    private static String receipt(Rig rig, String id) throws IOException {
        return rig.admin()
                .send("GET", "/v1/sandboxes/" + id + "/receipt", null, Map.of())
                .body()
                .toString();
    }

    @Test
    void aReceiptIsSignedByTheKeyOfTheAuditLogAndKeptOverARestart() throws IOException, StartException {
        String given;
        try (Rig rig = Rig.start(folder, Map.of())) {
            put(rig, "/v1/sandboxes/up", WIDE, "");
            JsonNode answer = put(rig, "/v1/sandboxes/down", NARROW, "up");
            given = answer.path("receipt").toString();
            assertThat(answer.path("receipt").path("generation").asLong())
                    .isEqualTo(answer.path("generation").asLong());
            assertThat(receipt(rig, "up")).contains("NO_RECEIPT");
        }
        try (Rig rig = Rig.start(folder, Map.of())) {
            assertThat(receipt(rig, "down")).isEqualTo(given);
            DelegationReceipt read = ((Parsed.Accepted<DelegationReceipt>) ReceiptJson.read(given)).value();
            VerifyingKey key = Objects.requireNonNull(
                    VerifyingKey.parse(Files.readString(folder.resolve("state/audit-signing.pub"))));
            ReceiptSignature signature = Objects.requireNonNull(read.signature());
            assertThat(signature.key()).isEqualTo(key.id());
            assertThat(key.verifies(ReceiptJson.signedBytes(read), signature.value()))
                    .isTrue();
        }
    }

    @Test
    void aPutWithoutALeaseLeavesNoReceiptOfTheOneBefore() throws IOException, StartException {
        try (Rig rig = Rig.start(folder, Map.of())) {
            put(rig, "/v1/sandboxes/up", WIDE, "");
            put(rig, "/v1/sandboxes/down", NARROW, "up");
            rig.admin().send("PUT", "/v1/sandboxes/down", JSON.readTree("{\"parent\": \"up\"}"), Map.of());
            assertThat(receipt(rig, "down")).contains("NO_RECEIPT");
        }
    }

    @Test
    void aChildThatIsWiderGetsNone() throws IOException, StartException {
        try (Rig rig = Rig.start(folder, Map.of())) {
            put(rig, "/v1/sandboxes/up", NARROW, "");
            JsonNode answer = put(rig, "/v1/sandboxes/down", WIDE, "up");
            assertThat(answer.path("code").asString()).isEqualTo("LEASE_SUBSET_VIOLATION");
            assertThat(answer.has("receipt")).isFalse();
            assertThat(audit()).doesNotContain("delegation proof");
        }
    }
}

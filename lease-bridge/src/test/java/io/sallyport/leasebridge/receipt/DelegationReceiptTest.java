package io.sallyport.leasebridge.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.SubsetProof.Step;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelegationReceiptTest {
    private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");
    private static final Lease PARENT = lease("""
            {"lease": {"net.fetch": ["https://api.example.com/**", "https://*.cdn.example.com/**"],
                       "tool.call": ["web.*"], "cost.budget": ["USD:5.00"]},
             "lease_constraints": {"max_uses": 9, "hosts": {"*.example.com": {"max_requests": 5}}}}""");
    private static final Lease CHILD = lease("""
            {"lease": {"net.fetch": ["https://eu.cdn.example.com/x", "https://api.example.com/**"],
                       "cost.budget": ["USD:2", "EUR:1"]},
             "lease_constraints": {"expires_at": "2030-01-01T00:00:00Z",
                                   "hosts": {"api.example.com": {"max_requests": 4}}}}""");

    private static Lease lease(String file) {
        return ((LeaseReader.Read) LeaseReader.validateFile("lease", file)).lease();
    }

    private static DelegationReceipt receipt() {
        return Objects.requireNonNull(DelegationReceipt.of(NOW, "child", CHILD, 7, "parent", PARENT));
    }

    private static DelegationReceipt read(String json) {
        return ((Parsed.Accepted<DelegationReceipt>) ReceiptJson.read(json)).value();
    }

    @Test
    void eachEntryOfTheChildIsAStep() {
        assertThat(receipt().proof().steps())
                .containsExactly(
                        new Step("net.fetch", "https://eu.cdn.example.com/x", "https://*.cdn.example.com/**"),
                        new Step("net.fetch", "https://api.example.com/**", "https://api.example.com/**"),
                        new Step("cost.budget", "USD:2", "USD:5.00"),
                        new Step("cost.budget", "EUR:1", ""),
                        new Step(
                                "hosts",
                                "api.example.com max_requests 4 max_bytes -",
                                "*.example.com max_requests 5 max_bytes -"),
                        new Step("expires_at", "2030-01-01T00:00:00Z", ""));
    }

    @Test
    void whatWasWrittenIsReadAndHolds() {
        DelegationReceipt read = read(ReceiptJson.text(receipt()));
        assertThat(read).isEqualTo(receipt());
        assertThat(read.faults(CHILD, PARENT)).isEmpty();
    }

    @Test
    void whatIsSignedIsTheCanonicalForm() {
        Lease odd = lease("{\"tool.call\": [\"a\"]}");
        DelegationReceipt receipt =
                Objects.requireNonNull(DelegationReceipt.of(NOW, "a\"\\\u0001\n\u00e9", odd, 3, "p", odd));
        String signed = new String(ReceiptJson.signedBytes(receipt.signed(new Fixed())), StandardCharsets.UTF_8);
        assertThat(signed)
                .startsWith("{\"child\":{\"digest\":\"" + odd.digest() + "\",\"id\":\"a\\\"\\\\\\u0001\\n\u00e9\"},"
                        + "\"generation\":3,\"key\":\"0123456789abcdef\",\"parent\":{")
                .endsWith("\"steps\":[{\"child\":\"a\",\"limit\":\"tool.call\",\"parent\":\"a\"}],"
                        + "\"time\":\"2026-11-27T12:00:00Z\",\"v\":1}");
    }

    @Test
    void aSignedReceiptIsReadAsItWasWrittenHoweverItIsIndented() {
        DelegationReceipt signed = receipt().signed(new Fixed());
        String text = ReceiptJson.text(signed);
        assertThat(read(text)).isEqualTo(signed);
        DelegationReceipt indented = read(text.replace(",\"", ",\n  \""));
        assertThat(ReceiptJson.signedBytes(indented)).isEqualTo(ReceiptJson.signedBytes(signed));
    }

    @Test
    void aKeyWithoutASignatureIsNoReceipt() {
        String text = ReceiptJson.text(receipt().signed(new Fixed()));
        assertThat(ReceiptJson.read(text.replace("\"key\":\"0123456789abcdef\",", "")))
                .isInstanceOf(Parsed.Rejected.class);
        assertThat(ReceiptJson.read(text.replace("AAAA==", "AAA==="))).isInstanceOf(Parsed.Rejected.class);
    }

    /** A signer whose signature is zeros. */
    private static final class Fixed implements ReceiptSigner {
        @Override
        public String key() {
            return "0123456789abcdef";
        }

        @Override
        public String sign(byte[] text) {
            return Base64.getEncoder().encodeToString(new byte[64]);
        }
    }

    @Test
    void thereIsNoneOfAChildThatIsWider() {
        assertThat(DelegationReceipt.of(NOW, "p", /* child= */ PARENT, 0, "c", /* parent= */ CHILD))
                .isNull();
    }

    @Test
    void aLeaseIsTheSameHoweverItIsWritten() {
        Lease one = lease("{\"tool.call\": [\"a\"], \"cost.budget\": [\"USD:1.0\"]}");
        assertThat(lease("{\"cost.budget\": [\"USD:0.5\", \"USD:0.50\"],  \"tool.call\":[\"a\"]}")
                        .digest())
                .isEqualTo(one.digest());
        assertThat(lease("{\"tool.call\": [\"a\"]}").digest()).isNotEqualTo(one.digest());
        assertThat(lease("{\"tool.call\": [\"a\"], \"cost.budget\": []}").digest())
                .isNotEqualTo(lease("{\"tool.call\": [\"a\"]}").digest());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://eu.cdn.example.com/x|https://us.cdn.example.com/x|the digest of the proof",
                "https://*.cdn.example.com/**|https://api.example.com/**|the steps are not",
                "max_requests 5|max_requests 6|the steps are not",
                "USD:2|USD:3|the digest of the proof",
            })
    void aStepThatWasChangedIsFound(String of, String to, String fault) {
        DelegationReceipt changed = read(ReceiptJson.text(receipt()).replace(of, to));
        assertThat(changed.faults(CHILD, PARENT)).anyMatch(found -> found.startsWith(fault));
    }

    @Test
    void anotherLeaseIsFoundAndSoIsOneThatIsWider() {
        Lease wider = lease("{\"net.fetch\": [\"https://**\"]}");
        assertThat(receipt().faults(wider, PARENT))
                .anyMatch(fault -> fault.startsWith("the child's lease is not"))
                .anyMatch(fault -> fault.startsWith("the child is not within the parent: net.fetch"));
        assertThat(receipt().faults(CHILD, wider)).anyMatch(fault -> fault.startsWith("the parent's lease is not"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"v\":1|\"v\":2",
                "\"v\":1|\"v\":1,\"signature\":\"x\"",
                "\"v\":1|\"v\":1,\"more\":\"x\"",
                "\"generation\":7|\"generation\":0",
                "\"generation\":7|\"generation\":7.0",
                "\"generation\":7|\"generation\":\"7\"",
                "\"v\":1|\"v\":1,\"v\":1",
                "\"limit\"|\"limits\"",
                "2026-11-27T12|2026-13-27T12",
                "\"proof\":\"|\"proof\":\"A",
                "\"id\":\"child\"|\"id\":5",
                "\"steps\":[|\"steps\":[1,",
            })
    void anotherFormIsNoReceipt(String of, String to) {
        assertThat(ReceiptJson.read(ReceiptJson.text(receipt()).replace(of, to)))
                .isInstanceOf(Parsed.Rejected.class);
    }
}

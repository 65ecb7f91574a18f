package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.segment.SigningKey;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.receipt.DelegationReceipt;
import io.sallyport.leasebridge.receipt.ReceiptJson;
import io.sallyport.leasebridge.receipt.ReceiptSigner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code lease subset --receipt} and {@code lease verify-receipt}. */
class LeaseReceiptTest extends CommandLineTest {
    private String child = "";
    private String parent = "";
    private String receipt = "";

    @BeforeEach
    void write() throws IOException {
        child = file("child.json", "{\"net.fetch\": [\"https://api.example.com/v1/**\"]}");
        parent = file("parent.json", "{\"net.fetch\": [\"https://api.example.com/**\"]}");
        receipt = folder.resolve("receipt.json").toString();
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void aReceiptThatWasWrittenHolds() throws IOException {
        assertThat(run("lease", "subset", child, parent, "--receipt", receipt)).isEqualTo(ExitCodes.OK);
        String text = Files.readString(Path.of(receipt));
        assertThat(SchemaProblems.of("delegation-receipt", text)).isEmpty();
        assertThat(run("lease", "verify-receipt", receipt, child, parent))
                .as(err.toString())
                .isEqualTo(ExitCodes.OK);
    }

    @Test
    void noneIsWrittenOfALeaseThatIsWider() {
        assertThat(run("lease", "subset", parent, child, "--receipt", receipt)).isEqualTo(ExitCodes.NO);
        assertThat(Path.of(receipt)).doesNotExist();
    }

    @Test
    void aReceiptOfOtherLeasesDoesNotHold() throws IOException {
        assertThat(run("lease", "subset", child, parent, "--receipt", receipt)).isEqualTo(ExitCodes.OK);
        String other = file("other.json", "{\"net.fetch\": [\"https://api.example.com/v2/**\"]}");
        assertThat(run("lease", "verify-receipt", receipt, other, parent)).isEqualTo(ExitCodes.NO);
        assertThat(err.toString()).contains("the child's lease is not the one of the receipt");
        assertThat(run("lease", "verify-receipt", receipt, parent, child)).isEqualTo(ExitCodes.NO);
        assertThat(err.toString()).contains("the child is not within the parent");
    }

    /** Writes a receipt as a gateway does, signed by the key in {@code folder}. */
    private String signed(String id, SigningKey key) throws IOException {
        DelegationReceipt made = Objects.requireNonNull(
                DelegationReceipt.of(Instant.parse("2026-11-27T12:00:00Z"), id, lease(child), 4, "up", lease(parent)));
        DelegationReceipt issued = made.signed(new ReceiptSigner() {
            @Override
            public String key() {
                return key.verifying().id();
            }

            @Override
            public String sign(byte[] text) {
                return key.sign(text);
            }
        });
        return file(id + ".receipt.json", ReceiptJson.text(issued));
    }

    private static Lease lease(String file) throws IOException {
        return ((LeaseReader.Read) LeaseReader.validateFile(file, Files.readString(Path.of(file)))).lease();
    }

    private void refused(String why, String... line) {
        err.getBuffer().setLength(0);
        assertThat(run(line)).isEqualTo(ExitCodes.NO);
        assertThat(err.toString()).contains(why);
    }

    @Test
    void aSignedReceiptHoldsWithTheKeyAloneAndWithTheLeases() throws IOException {
        String file = signed("down", SigningKey.in(folder));
        String key = folder.resolve("audit-signing.pub").toString();
        assertThat(SchemaProblems.of("delegation-receipt", Files.readString(Path.of(file))))
                .isEmpty();
        assertThat(run("lease", "verify-receipt", file, "--key", key, "--sandbox", "down", "--parent", "up"))
                .as(err.toString())
                .isEqualTo(ExitCodes.OK);
        assertThat(run("lease", "verify-receipt", file, child, parent, "--key", key))
                .as(err.toString())
                .isEqualTo(ExitCodes.OK);
    }

    @Test
    void aReceiptThatWasChangedReplayedOrSignedByAnotherDoesNotHold() throws IOException {
        String file = signed("down", SigningKey.in(folder));
        String key = folder.resolve("audit-signing.pub").toString();
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        String other = signed("forged", SigningKey.in(elsewhere));
        refused("it is signed by the key", "lease", "verify-receipt", other, "--key", key);
        String ours = SigningKey.in(folder).verifying().id();
        String theirs = SigningKey.in(elsewhere).verifying().id();
        String renamed = file("r.json", Files.readString(Path.of(other)).replace(theirs, ours));
        refused("the signature is not", "lease", "verify-receipt", renamed, "--key", key);
        String text = Files.readString(Path.of(file));
        for (String[] change : new String[][] {
            {"\"id\":\"up\"", "\"id\":\"top\""},
            {"\"id\":\"down\"", "\"id\":\"other\""},
            {"\"generation\":4", "\"generation\":5"},
            {"https://api.example.com/v1/**", "https://api.example.com/**"},
            {"2026-11-27", "2027-11-27"},
        }) {
            String changed = file("changed.json", text.replace(change[0], change[1]));
            refused("the signature is not", "lease", "verify-receipt", changed, "--key", key);
        }
        refused("its child is \"down\"", "lease", "verify-receipt", file, "--key", key, "--sandbox", "other");
        refused("its parent is \"up\"", "lease", "verify-receipt", file, "--key", key, "--parent", "top");
        refused("not the one of", "lease", "verify-receipt", file, parent, child, "--key", key);
    }

    @Test
    void anUnsignedReceiptDoesNotHoldWhereASignatureIsWantedAndNothingIsNotChecked() throws IOException {
        SigningKey.in(folder);
        String key = folder.resolve("audit-signing.pub").toString();
        run("lease", "subset", child, parent, "--receipt", receipt);
        refused("it is not signed", "lease", "verify-receipt", receipt, "--key", key);
        assertThat(run("lease", "verify-receipt", receipt)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("lease", "verify-receipt", receipt, child)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("lease", "verify-receipt", receipt, "--key", child)).isEqualTo(ExitCodes.UNUSABLE);
    }

    @Test
    void whatIsNoReceiptIsSaidToBeNone() throws IOException {
        assertThat(run("lease", "verify-receipt", file("x.json", "{\"v\": 1}"), child, parent))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("x.json: error BAD_VALUE: a member is missing");
    }
}

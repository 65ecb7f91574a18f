package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    @Test
    void whatIsNoReceiptIsSaidToBeNone() throws IOException {
        assertThat(run("lease", "verify-receipt", file("x.json", "{\"v\": 1}"), child, parent))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("x.json: error BAD_VALUE: no receipt of version 1");
    }
}

package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DoctorTest extends CommandLineTest {
    private int doctor(String configuration) throws IOException {
        return run("doctor", "--config", write("c.yaml", configuration).toString());
    }

    @Test
    void whatTheMachineAndTheConfigurationAreGoodForIsSaid() throws Exception {
        assertThat(doctor("state: " + folder.resolve("state") + "\n"))
                .as(out + "" + err)
                .isEqualTo(ExitCodes.OK);
        assertThat(out.toString())
                .contains("runtime      Java ", "sockets ", "tls ", "fence ")
                .contains(
                        "ok     proxy        127.0.0.1:3128\n",
                        "ok     state        " + folder.resolve("state") + "\n");
        assertThat(folder.resolve("state")).as("nothing is made").doesNotExist();
    }

    @Test
    void whatIsEasilyOverlookedIsANote() throws Exception {
        assertThat(doctor("""
                state: %s
                proxy: {listen: ["0.0.0.0:0"]}
                egress: {allow_addresses: ["10.0.0.0/8"]}
                intercept: {mode: "off"}
                """.formatted(folder.resolve("state")))).isEqualTo(ExitCodes.OK);
        assertThat(out.toString().lines().filter(line -> line.startsWith("note   ")))
                .anyMatch(line -> line.contains("0.0.0.0:0: other machines can connect"))
                .anyMatch(line -> line.contains("10.0.0.0/8"))
                .anyMatch(line -> line.contains("no tunnel is opened"));
    }

    @Test
    void aFileThatCannotBeWrittenIsAFault() throws Exception {
        Path file = write("taken", "");
        assertThat(doctor("state: %s\naudit: {file: %s}\n"
                        .formatted(folder.resolve("state"), file.resolve("audit.jsonl"))))
                .isEqualTo(ExitCodes.NO);
        assertThat(out.toString())
                .contains("fault  audit        " + file.resolve("audit.jsonl") + " cannot be written: " + file);
    }

    @Test
    void aWrongConfigurationIsSaid() throws Exception {
        assertThat(doctor("proxy: {lisen: []}\n")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("lisen");
    }

    @Test
    void whatIsForInsideAloneIsRefusedWithoutIt() {
        assertThat(run("doctor", "--json")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("doctor", "--inside", "--config", "c.yaml")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("are for --inside", "leave --config out");
    }
}

package io.sallyport.fence;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code fence doctor} (program/doctor.go), where public addresses are made up, and nothing leads out. */
class OutwardCheckTest {
    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @EnumSource(TestUser.class)
    void insideOfAFenceEveryWayIsClosed(TestUser user) throws Exception {
        String program = folder.resolve("program") + "/fence-*";
        try (FencedCommand command = FencedCommand.start(folder, user, "sh", "-c", program + " doctor")) {
            assertThat(command.await()).as(command.output()).isZero();
            assertThat(command.output()).contains("closed     TCP to 1.1.1.1:443: captured", " 0 of ", "are open\n");
        }
    }

    @Test
    void whatAnswersOutsideIsOpen() throws Exception {
        assertThat(inANetwork("answers", "--admin", "192.0.2.1:8181"))
                .as(output())
                .isEqualTo(1);
        assertThat(output())
                .contains(
                        "OPEN       TCP to 1.1.1.1:443: connected\n",
                        "           which means: it reaches services past the gateway",
                        "OPEN       metadata at 169.254.169.254:80: connected\n",
                        "OPEN       the gateway's control API: connected\n",
                        "OPEN       UDP to 8.8.8.8:53: answered\n",
                        "OPEN       ICMP to 1.1.1.1: answered\n",
                        "OPEN       the name example.com by the system's resolver: it is 93.184.216.34\n",
                        "OPEN       a raw socket: it can be opened\n",
                        "OPEN       a user namespace of its own: it can be made\n",
                        "answers    the proxy of the environment: 192.0.2.1:3128: HTTP/1.1 200 OK\n")
                .contains("closed     TCP to 8.8.8.8:53: connection refused\n")
                .doesNotContain("secret");
    }

    /** As a router does that leads all to a transparent gateway. */
    @Test
    void whatAGatewayCapturesAndRefusesIsClosed() throws Exception {
        inANetwork("captures");
        assertThat(output())
                .contains(
                        "closed     TCP to 1.1.1.1:443: captured: a gateway refuses it\n",
                        "closed     TCP to 1.1.1.1:80: captured: a gateway refuses it\n",
                        "closed     the name example.com by the system's resolver: a gateway gives out an address",
                        "no answer  the proxy of the environment: 192.0.2.1:3128: ");
    }

    @Test
    void forProgramsItIsOneObject() throws Exception {
        assertThat(inANetwork("answers", "--json")).isEqualTo(1);
        assertThat(output().strip())
                .startsWith("{\"open\":")
                .contains("{\"way\":\"TCP to 1.1.1.1:443\",\"result\":\"OPEN\",\"detail\":\"connected\",\"means\":\"")
                .contains("\"result\":\"not tried\",\"detail\":\"name it: --admin HOST:PORT\"")
                .contains("\"proxy\":{\"address\":\"192.0.2.1:3128\",\"answers\":true,")
                .doesNotContain("\n");
    }

    private int inANetwork(String server, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                require("unshare").toString(), "-Urnm", require("bash").toString(), resource("outer-network.sh")));
        require("ip");
        require("python3");
        words.addAll(List.of(resource("outer-network.py"), server));
        Path programs = Files.createDirectory(folder.resolve("programs"));
        words.addAll(
                List.of(Objects.requireNonNull(FenceProgram.extract(programs)).toString(), "doctor"));
        words.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile());
        builder.environment().put("HTTPS_PROXY", "http://user:secret@192.0.2.1:3128");
        return builder.start().waitFor();
    }

    private String resource(String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream text = Objects.requireNonNull(OutwardCheckTest.class.getResourceAsStream(name))) {
            Files.copy(text, file);
        }
        return file.toString();
    }

    private String output() throws IOException {
        return Files.readString(folder.resolve("out"), StandardCharsets.UTF_8);
    }
}

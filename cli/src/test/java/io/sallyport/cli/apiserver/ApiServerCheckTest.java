package io.sallyport.cli.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How a check reports; other tests cover what it checks. */
class ApiServerCheckTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** {@code true} exits at once with success: with a token, without one, and on a used port. */
    @Test
    void whatFallsShortIsTableAndExitCode() {
        assertThat(run("check", "true")).isEqualTo(ExitCodes.NO);
        assertThat(out.toString())
                .containsPattern("falls short +no-token +without --token it ends with a failure status\n")
                .containsPattern(" +seen: exit status 0\n")
                .containsPattern("warning +empty-token ")
                .containsPattern("not seen +tools ")
                .contains("\n0 pass, 2 fall short, 1 warnings, 33 not seen\n");
    }

    @Test
    void jsonIsOneObjectAndProgressStandsElsewhere() {
        assertThat(run("check", "--json", "--strict", "true")).isEqualTo(ExitCodes.NO);
        JsonNode told = JsonMapper.shared().readTree(out.toString());
        assertThat(told.path("status").asString()).isEqualTo("falls_short");
        assertThat(told.path("findings")).hasSize(36);
        assertThat(told.path("findings").get(0).path("clause").asString()).isEqualTo("no-token");
        assertThat(told.path("findings").get(0).path("verdict").asString()).isEqualTo("short");
        assertThat(err.toString()).contains("sallyport: no-token: falls short\n");
    }

    @Test
    void jsonIsPrintedOfOneThatCannotBeStartedToo() {
        assertThat(run("check", "--json", "true", "a\0b")).isNotEqualTo(ExitCodes.OK);
        JsonNode told = JsonMapper.shared().readTree(out.toString());
        assertThat(told.path("status").asString()).isEqualTo("not_started");
        assertThat(told.path("error").asString()).contains("null character");
    }

    @Test
    void itsOwnOptionsAndThoseOfTheProgramAreToldApart() {
        assertThat(run("check", "--env", "A=b", "--", "sh", "-c", "exit 3")).isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).containsPattern("pass +no-token ").containsPattern("seen: exit status 3\n");
    }

    private int run(String... arguments) {
        return new CommandLine(new ApiServerCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}

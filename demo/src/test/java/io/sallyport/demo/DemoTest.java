package io.sallyport.demo;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.demo.Step.Ask;
import io.sallyport.demo.Step.Expected;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DemoTest {
    private final StringWriter printed = new StringWriter();
    private final Demo demo = new Demo(new PrintWriter(printed, true), InstantSource.system(), System::nanoTime);

    @BeforeEach
    void tools() {
        for (String tool : List.of("curl", "git", "python3", "pip", "npm")) {
            require(tool);
        }
    }

    @Test
    void everyVerdictIsTheExpectedOne() throws IOException, StartException {
        var asks = new ArrayList<Ask>();
        boolean asExpected = demo.play(null, steps -> {
            steps.forEach(step -> {
                if (step instanceof Ask ask) {
                    asks.add(ask);
                }
            });
            return steps;
        });
        assertThat(asExpected).as(printed.toString()).isTrue();
        assertThat(asks).hasSizeGreaterThan(15);
        assertThat(printed.toString())
                .contains("no_grant", "guardrail", "address_refused", "metadata_address", "lease_expired")
                .doesNotContain("NOT AS EXPECTED");
    }

    @Test
    void oneExpectationTurnedRoundIsNoticed() throws IOException, StartException {
        boolean asExpected = demo.play(
                null, steps -> List.of(((Ask) steps.getFirst()).expecting(Expected.denied("no_grant", "403"))));
        assertThat(asExpected).isFalse();
        assertThat(printed.toString()).contains("NOT AS EXPECTED");
    }

    @Test
    void aChangeThatIsRefusedIsNoticed() throws IOException, StartException {
        boolean asExpected = demo.play(
                null, _ -> List.of(new Step.Change("nothing of that id", admin -> admin.get(new SandboxId("nobody")))));
        assertThat(asExpected).isFalse();
    }

    @Test
    void whatIsKeptStandingIsShown() throws IOException, StartException {
        demo.play(() -> assertThat(printed.toString()).contains("export HTTPS_PROXY='http://agent:"), _ -> List.of());
    }
}

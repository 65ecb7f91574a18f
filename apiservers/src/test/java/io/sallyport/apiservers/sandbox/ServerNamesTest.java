package io.sallyport.apiservers.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.apiservers.ApiServerName;
import io.sallyport.leasebridge.harness.HarnessContext;
import io.sallyport.leasebridge.harness.HarnessReader;
import io.sallyport.model.host.ApiServerHost;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A server that can be started can be called: its name is a label of a host name, wherever it is read. */
class ServerNamesTest {
    private static final long SEED = 4711;
    private static final String ALPHABET = "ax0-n";

    @Test
    void whatIsAServersNameIsAHostToo() {
        Random random = new Random(SEED);
        int names = 0;
        for (int i = 0; i < 5_000; i++) {
            String text = text(random);
            boolean name = ApiServerName.parse(text) != null;
            assertThat(isNameInAHarness(text)).as("%s, seed %s", text, SEED).isEqualTo(name);
            if (name) {
                names++;
                assertThat(CanonicalHost.parse(ApiServerHost.of(text)))
                        .as("%s, seed %s", text, SEED)
                        .isInstanceOf(Parsed.Accepted.class);
            }
        }
        assertThat(names).isGreaterThan(500);
    }

    private static boolean isNameInAHarness(String text) {
        String harness = "agent: a.md\nrole: r\napi_servers: [{name: \"" + text + "\", script: s, port: 0}]\n";
        return HarnessReader.read("harness", harness, HarnessContext.alone(false)) instanceof HarnessReader.Read;
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = 1 + random.nextInt(8); length > 0; length--) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }
}

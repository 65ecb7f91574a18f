package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServerLaunchTest {
    private static final RunFolder FOLDER = new RunFolder(Path.of("/run"));

    @Test
    void eachServerHasATokenOfItsOwn() {
        List<ServerLaunch> launches =
                ServerLaunch.all(List.of(spec("one", Map.of()), spec("two", Map.of())), "run-7", FOLDER);
        assertThat(launches).extracting(launch -> launch.name().text()).containsExactly("one", "two");
        assertThat(launches)
                .extracting(ServerLaunch::token)
                .doesNotHaveDuplicates()
                .allMatch(token -> token.length() == 36);
    }

    /** A flag stands in the process list, where the other servers of the run can read it. */
    @Test
    void whatOneServerKnowsStandsInTheLogOfNoOther() {
        List<ServerLaunch> launches = ServerLaunch.all(
                List.of(spec("one", Map.of()), spec("two", Map.of("DB_PASSWORD", "swordfish"))), "run-7", FOLDER);
        String said = "two has " + launches.getLast().token() + " and swordfish";
        assertThat(scrubbed(launches.getFirst(), said)).isEqualTo("two has [CREDENTIAL] and [CREDENTIAL]");
    }

    @Test
    void whatAHarnessWritesUnderTheNameOfACredentialIsOne() {
        for (String name : List.of("BUILD_KEY", "apiToken", "SECRET", "DB_PASSWORD", "AUTH", "MY_PASSPHRASE")) {
            assertThat(spec("one", Map.of(name, "swordfish")).secrets())
                    .as(name)
                    .containsExactly("swordfish");
        }
    }

    @Test
    void ordinaryAndShortValuesAreNone() {
        ApiServerSpec spec = spec("one", Map.of("COLOUR", "dark green", "AUTH_ENABLED", "true"));
        assertThat(spec.secrets()).isEmpty();
    }

    @Test
    void whatItSaysOfItselfHoldsNoToken() {
        ServerLaunch launch = ServerLaunch.all(List.of(spec("one", Map.of())), "run-7", FOLDER)
                .getFirst();
        assertThat(launch).asString().doesNotContain(launch.token());
    }

    private static String scrubbed(ServerLaunch launch, String said) {
        var scrubber = new SecretFilter(launch.secrets());
        byte[] bytes = said.getBytes(StandardCharsets.UTF_8);
        return new String(scrubber.scrub(bytes, bytes.length), StandardCharsets.UTF_8)
                + new String(scrubber.end(), StandardCharsets.UTF_8);
    }

    private static ApiServerSpec spec(String name, Map<String, String> environment) {
        return new ApiServerSpec(
                new ApiServerName(name),
                Path.of("/opt/build"),
                List.of(),
                0,
                environment,
                Set.of(),
                TokenDelivery.FLAG);
    }
}

package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiServerSpecTest {
    private static final ApiServerName NAME = new ApiServerName("build");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Build",
                "1build",
                "-build",
                "build_1",
                "build.x",
                "build\n",
                "b\u00fcild",
                "build-",
                "a-",
                "xn--a",
                "xn--bcher-kva",
                "xn---"
            })
    void namesThatAreNoneAreRefused(String text) {
        assertThat(ApiServerName.parse(text)).isNull();
    }

    @Test
    void aNameHasAtMost63Characters() {
        assertThat(ApiServerName.parse("a".repeat(63))).isNotNull();
        assertThat(ApiServerName.parse("a".repeat(64))).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, 80, 1023, 65536})
    void portsThatAreNoneAreRefused(int port) {
        assertThatIllegalArgumentException().isThrownBy(() -> with(port, Map.of()));
    }

    @Test
    void variablesHaveNamesAndValuesWithoutNul() {
        assertThatIllegalArgumentException().isThrownBy(() -> with(0, Map.of("A=B", "x")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(0, Map.of("KEY", "sec\0ret")))
                .withMessageNotContaining("sec");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PATH", "SALLYPORT_RUN", "SALLYPORT_SERVER", "SALLYPORT_ENV_LD_PRELOAD"})
    void whatTheGatewaySetsIsNobodyElses(String variable) {
        assertThatIllegalArgumentException().isThrownBy(() -> with(0, Map.of(variable, "x")));
    }

    @Test
    void filesAreAVariableThatTheGatewayAdds() {
        assertThat(with(0, Map.of("KEY", "x")).withFiles("[\"java\"]").environment())
                .isEqualTo(Map.of("KEY", "x", "SALLYPORT_FILES", "[\"java\"]"));
    }

    @Test
    void whatItSaysOfItselfHoldsNoEnvironment() {
        assertThat(with(0, Map.of("KEY", "secret"))).asString().doesNotContain("secret", "KEY");
    }

    private static ApiServerSpec with(int port, Map<String, String> environment) {
        return new ApiServerSpec(
                NAME, Path.of("/opt/build"), List.of(), port, environment, Set.of(), TokenDelivery.FLAG);
    }
}

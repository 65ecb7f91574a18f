package io.sallyport.model.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sallyport.internal",
                "a.sallyport.internal",
                "api.internal",
                "words.api.internal",
                "a.words.api.internal",
                "host.openshell.internal",
                "a.host.openshell.internal"
            })
    void areItsOwnAndAllBelowThem(String name) {
        assertThat(GatewayNames.isOwn(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "internal",
                "xsallyport.internal",
                "xapi.internal",
                "openshell.internal",
                "xhost.openshell.internal",
                "sallyport.internal.example.com",
                ""
            })
    void othersAreNot(String name) {
        assertThat(GatewayNames.isOwn(name)).isFalse();
    }
}

package io.sallyport.proxy.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class ViaNameTest {
    @Test
    void aGatewayFindsItselfAndNoOther() {
        var random = new SecureRandom();
        ViaName own = ViaName.random(random);
        ViaName other = ViaName.random(random);
        var fields = HeaderFields.of("Via", "1.0 a, 1.1 " + own.text());
        assertThat(own.text()).matches("sallyport-[0-9a-f]{8}");
        assertThat(own.isIn(fields)).isTrue();
        assertThat(other.isIn(fields)).isFalse();
    }
}

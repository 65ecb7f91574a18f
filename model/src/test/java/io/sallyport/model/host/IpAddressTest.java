package io.sallyport.model.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.text.Parsed;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.200.1, 10.0.200.1",
        "255.255.255.255, 255.255.255.255",
        "0::1, ::1",
        "2001:DB8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "::ffff:10.1.2.3, 10.1.2.3",
        "64:ff9b::10.1.2.3, 64:ff9b::a01:203"
    })
    void eachAddressHasOneForm(String written, String form) {
        assertThat(IpAddress.parse(written).map(IpAddress::toString)).isEqualTo(new Parsed.Accepted<>(form));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "127.1",
                "10.0.1",
                "1.2.3.4.5",
                "1.2.3.4.",
                "1.2.3.256",
                "01.2.3.4",
                "0x7f.0.0.1",
                "1.2.3.-4",
                " 1.2.3.4",
                "[::1]",
                "::1%eth0",
                "fe80::1%1",
                ":::",
                "1::2::3",
                "1:2:3:4:5:6:7",
                "::1.2.3",
                "localhost"
            })
    void whatAnotherParserCouldReadDifferentlyIsRefused(String written) {
        assertThat(IpAddress.parse(written)).isInstanceOf(Parsed.Rejected.class);
    }
}

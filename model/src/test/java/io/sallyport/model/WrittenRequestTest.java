package io.sallyport.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.text.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenRequestTest {
    @ParameterizedTest
    @CsvSource({
        "GET, HTTPS://H:443/a/../b, http GET https://h/b",
        "CONNECT, https://h, connect https://h",
        "CONNECT, tcp://db.example.org:5432/, connect tcp://db.example.org:5432",
        "get, http://h:8080/x?token=1, http get http://h:8080/x"
    })
    void aMethodAndAUrlAreOneCanonicalRequest(String method, String url, String shown) {
        assertThat(WrittenRequest.parse(method, url).map(CanonicalRequest::toString))
                .isEqualTo(new Parsed.Accepted<>(shown));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GE T", "GET\n", "G{}", "GÄT"})
    void aMethodThatIsNoTokenIsRefused(String method) {
        assertThat(WrittenRequest.parse(method, "https://h/")).isInstanceOf(Parsed.Rejected.class);
    }

    @Test
    void aTunnelForAnythingNeedsAPort() {
        assertThat(WrittenRequest.parse("CONNECT", "tcp://db.example.org")).isInstanceOf(Parsed.Rejected.class);
        assertThat(WrittenRequest.parse("GET", "tcp://db.example.org:1")).isInstanceOf(Parsed.Rejected.class);
        assertThat(WrittenRequest.parse("CONNECT", "tcp+ssh://db.example.org")).isInstanceOf(Parsed.Rejected.class);
        assertThat(WrittenRequest.parse("GET", "tcp+ssh://db.example.org:1")).isInstanceOf(Parsed.Rejected.class);
        assertThat(WrittenRequest.parse("CONNECT", "tcp+irc://db.example.org:1"))
                .isInstanceOf(Parsed.Rejected.class);
        assertThat(WrittenRequest.parse("CONNECT", "tcp+ssh://db.example.org:1"))
                .isInstanceOfSatisfying(
                        Parsed.Accepted.class,
                        accepted -> assertThat(((CanonicalRequest) accepted.value()).scheme())
                                .isEqualTo(Scheme.TCP_SSH));
    }

    @Test
    void whatHasNoCanonicalFormIsRefusedWithItsPlace() {
        assertThat(WrittenRequest.parse("GET", "https://u@h/"))
                .isInstanceOfSatisfying(
                        Parsed.Rejected.class,
                        rejected -> assertThat(rejected.at()).isEqualTo(9));
    }
}

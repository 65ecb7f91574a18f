package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublicSuffixesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "uk",
                "co.uk",
                "com.au",
                "pvt.k12.ma.us",
                "anything.ck",
                "xn--55qx5d.cn",
                "xn--fiqs8s",
                "github.io",
                "s3.amazonaws.com",
                "compute.amazonaws.com"
            })
    void anybodyRegistersBelowThese(String host) {
        assertThat(PublicSuffixes.has(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.co.uk", "www.ck", "amazonaws.com", "me.github.io", "x.anything.ck"})
    void nobodyElseRegistersBelowThese(String host) {
        assertThat(PublicSuffixes.has(host)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "a.b.example.co.uk, example.co.uk",
        "example.com, example.com",
        "x.me.github.io, me.github.io",
        "github.io,",
        "a.unlisted, a.unlisted",
        "localhost,",
        "192.0.2.1,"
    })
    void theRegisteredNameIsOneLabelBelowThePublicSuffix(String host, @Nullable String registered) {
        var parsed = (Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(host);
        assertThat(PublicSuffixes.registrable(parsed.value())).isEqualTo(registered);
    }

    @Test
    void theListSaysOfWhichDateItIs() {
        assertThat(PublicSuffixes.date()).matches("20[0-9]{2}-[0-9]{2}-[0-9]{2}");
    }
}

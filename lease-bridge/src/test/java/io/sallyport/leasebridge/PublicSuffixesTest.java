package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
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
}

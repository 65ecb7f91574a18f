package io.sallyport.admin.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.SandboxId;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ProxyUrlsTest {
    private static final SandboxId ONE = new SandboxId("one");

    @Test
    void anotherHostStandsInAllOfThem() {
        var bound = new ProxyUrls(
                "http://0.0.0.0:3128",
                Map.of(ONE, "http://[::]:4001"),
                "socks5h://[::]:1080",
                Map.of(ONE, "socks5h://10.0.0.1:4002"),
                "https://10.0.0.1:3443");
        assertThat(bound.at("[2001:db8::1]"))
                .isEqualTo(new ProxyUrls(
                        "http://[2001:db8::1]:3128",
                        Map.of(ONE, "http://[2001:db8::1]:4001"),
                        "socks5h://[2001:db8::1]:1080",
                        Map.of(ONE, "socks5h://[2001:db8::1]:4002"),
                        "https://[2001:db8::1]:3443"));
        assertThat(ProxyUrls.of("http://0.0.0.0:3128").at("gateway")).isEqualTo(ProxyUrls.of("http://gateway:3128"));
    }
}

package io.sallyport.proxy.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoundEndpointTest {
    @ParameterizedTest
    @CsvSource({
        "https://api.test, https://api.test/, true",
        "https://api.test, https://api.test/a/b?c=d, true",
        "https://api.test, https://API.test./a, true",
        "https://api.test, https://api.test:8443/, false",
        "https://api.test, http://api.test:443/, false",
        "https://api.test, http://api.test/, false",
        "https://api.test, https://x.api.test/, false",
        "https://api.test, https://api.test.evil.test/, false",
        "https://api.test:8443, https://api.test:8443/x, true",
        "https://*.api.test, https://x.api.test/, true",
        "https://*.api.test, https://y.x.api.test/, false",
        "https://**.api.test, https://x.api.test/, true",
        "https://**.api.test, https://y.x.api.test/, true",
        "https://**.api.test, https://api.test/, false",
        "https://**.api.test, https://xapi.test/, false",
        "https://*.s3.*.api.test, https://x.s3.eu-1.api.test/, true",
        "https://*.s3.*.api.test, https://x.s3.api.test/, false",
        "https://*.s3.*.api.test, https://y.x.s3.eu-1.api.test/, false",
        "https://*-ai.api.test:8443/v1/**, https://eu-ai.api.test:8443/v1/x, true",
        "https://*-ai.api.test:8443/v1/**, https://eu-ai.api.test/v1/x, false",
        "https://*-ai.api.test:8443/v1/**, https://x.eu-ai.api.test:8443/v1/x, false",
        "https://*.api.test, https://api.test/, false",
        "https://*.api.test, https://xapi.test/, false",
        "https://api.test/v1, https://api.test/v1, true",
        "https://api.test/v1, https://api.test/v1/x, false",
        "https://api.test/v1, https://api.test/v12, false",
        "https://api.test/v1/**, https://api.test/v1, true",
        "https://api.test/v1/**, https://api.test/v1/x, true",
        "https://api.test/v1/**, https://api.test/v12, false",
        "https://api.test/v1/**, https://api.test/v1/../x, false",
        "https://api.test/v1/**, https://api.test/V1/x, false",
        "https://api.test/**, https://api.test/x, true",
    })
    void admitsWhatItNames(String endpoint, String url, boolean admitted) {
        assertThat(read(endpoint).admits(request(url, "GET"))).isEqualTo(admitted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://api.test",
                "api.test",
                "wss://api.test",
                "https://*",
                "https://*.test",
                "https://*.1.2.3.4",
                "https://**",
                "https://**.test",
                "https://a.b*.x.test",
                "https://a.**.test",
                "https://a.test.*",
                "https://user@*.api.test",
                "https://*.api.test:0",
                "https://api.test/*/x",
                "https://api.test/a?b=c",
                "https://api.test/a#b",
                "https://user@api.test/",
                "https://api.test:0",
                "https://"
            })
    void whatCouldMeanMoreIsRefused(String endpoint) {
        assertThat(BoundEndpoint.read(endpoint)).isInstanceOf(Parsed.Rejected.class);
    }

    @Test
    void methodsNarrowABinding() {
        var binding = new EndpointBinding(List.of(read("https://api.test")), Set.of("GET"));
        assertThat(binding.admits(request("https://api.test/", "GET"))).isTrue();
        assertThat(binding.admits(request("https://api.test/", "POST"))).isFalse();
    }

    @Test
    void isShownAsItIsWritten() {
        for (String text : List.of(
                "https://api.test",
                "https://*.api.test:8443/v1/**",
                "https://[::1]/x",
                "https://**.a.test",
                "https://*-b.*.a.test")) {
            assertThat(read(text).text()).isEqualTo(text);
        }
    }

    private static BoundEndpoint read(String text) {
        return switch (BoundEndpoint.read(text)) {
            case Parsed.Accepted(BoundEndpoint endpoint) -> endpoint;
            case Parsed.Rejected(String why, int _) -> throw new AssertionError(text + ": " + why);
        };
    }

    private static CanonicalRequest request(String text, String method) {
        CanonicalUrl url = ((Canonicalized.Accepted<CanonicalUrl>) CanonicalUrl.parse(text, Dialect.WIRE)).value();
        return CanonicalRequest.http(url.scheme(), url.host(), url.port(), method, url.path(), url.query());
    }
}

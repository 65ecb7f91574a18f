package io.sallyport.proxy.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A key whose name begins with another's: judging and filling must read the same name from a placeholder. */
class FilledHeadTest {
    private static final String SHORT = "openshell:resolve:env:API_X_TOKEN";
    private static final Keyring KEYS = Keyring.of(Map.of(
            "API_X_TOKEN", credential("API_X_TOKEN", "value-of-x", "x.api.internal"),
            "API_X_TOKEN_Y_TOKEN", credential("API_X_TOKEN_Y_TOKEN", "value-of-y", "x-token-y.api.internal")));

    private static Credential credential(String key, String value, String host) {
        return Credential.of(key, value, request -> request.host().text().equals(host));
    }

    static Stream<String> endings() {
        return Stream.of("%5FY_TOKEN", "%5fY_TOKEN", "%255FY_TOKEN", "%25255FY_TOKEN", "%5FY%5FTOKEN");
    }

    @ParameterizedTest
    @MethodSource("endings")
    void noFieldCarriesTheKeyOfAnotherServer(String ending) {
        notToldOfX(request("/", null), "X-A", "Basic " + base64("u:" + SHORT + ending));
        notToldOfX(request("/", null), "X-A", SHORT + ending);
        notToldOfX(request("/", null), "X-A", "Token " + SHORT + ending);
    }

    @ParameterizedTest
    @MethodSource("endings")
    void noPathAndNoQueryDoesEither(String ending) {
        notToldOfX(request("/a/" + SHORT + ending, null), "X-A", "b");
        notToldOfX(request("/", "q=" + SHORT + ending), "X-A", "b");
        notToldOfX(request("/", "q=" + SHORT.replace(":", "%3A") + ending), "X-A", "b");
    }

    @Test
    void theServersOwnKeyIsFilledIn() {
        var result = FilledHead.of(
                head("X-A", "Basic " + base64("u:" + SHORT + "_Y_TOKEN")),
                new CredentialScope(KEYS, request("/", null), RequestHeaders.EMPTY, Set.of()));
        assertThat(result)
                .isInstanceOfSatisfying(
                        FilledHead.Filled.class,
                        filled -> assertThat(filled.head().head().fields().value(0))
                                .isEqualTo("Basic " + base64("u:value-of-y")));
    }

    /** In a form, a plus is a space, and an encoded plus is a plus. */
    @Test
    void whatStandsBesideAPlaceholderInAQueryStaysAsItIsWritten() {
        String own = SHORT + "_Y_TOKEN";
        assertThat(target("auth=Bearer+" + own + "&n=1%2B1+2")).isEqualTo("/?auth=Bearer+value-of-y&n=1%2B1+2");
        assertThat(target("auth=%2B" + own + "+" + own)).isEqualTo("/?auth=%2Bvalue-of-y+value-of-y");
        assertThat(FilledHead.of(
                        head("X-A", "b"),
                        new CredentialScope(KEYS, request("/", "auth=a+" + SHORT), RequestHeaders.EMPTY, Set.of())))
                .isNotInstanceOf(FilledHead.Filled.class);
    }

    private static String target(String query) {
        return switch (FilledHead.of(
                head("X-A", "b"), new CredentialScope(KEYS, request("/", query), RequestHeaders.EMPTY, Set.of()))) {
            case FilledHead.Filled(var filled) -> filled.target();
            case FilledHead.Result _ -> "unresolved";
        };
    }

    private static void notToldOfX(CanonicalRequest request, String name, String value) {
        if (FilledHead.of(head(name, value), new CredentialScope(KEYS, request, RequestHeaders.EMPTY, Set.of()))
                instanceof FilledHead.Filled(var filled)) {
            String field = filled.head().fields().value(0);
            String read = field.startsWith("Basic ")
                    ? new String(Base64.getDecoder().decode(field.substring("Basic ".length())), StandardCharsets.UTF_8)
                    : field;
            assertThat(filled.target() + " " + read).doesNotContain("value-of-x");
        }
    }

    /** Returns a call of {@code x-token-y}. */
    private static CanonicalRequest request(String path, @Nullable String query) {
        String text = "http://x-token-y.api.internal" + path + (query == null ? "" : "?" + query);
        CanonicalUrl url = ((Canonicalized.Accepted<CanonicalUrl>) CanonicalUrl.parse(text, Dialect.WIRE)).value();
        return CanonicalRequest.http(url.scheme(), url.host(), url.port(), "GET", url.path(), url.query());
    }

    private static RequestHead head(String name, String value) {
        return new RequestHead("GET", "/", 1, HeaderFields.of(name, value));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}

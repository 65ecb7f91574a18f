package io.sallyport.proxy.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.credentials.CredentialUse.InAnswers;
import io.sallyport.proxy.credentials.CredentialUse.InBodies;
import io.sallyport.proxy.credentials.CredentialUse.OwnValue;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A credential in the path, where a template has its place. */
class PathTemplateTest {
    private static final RequestHead HEAD = new RequestHead("GET", "/", 1, HeaderFields.NONE);

    private static PathTemplate template(String text) {
        return ((Parsed.Accepted<PathTemplate>) PathTemplate.read(text)).value();
    }

    private static CredentialScope scope(String template, OwnValue own, String value, String path) {
        var use = new CredentialUse(
                List.of(new Injection.Path(template(template))), own, true, InBodies.REFUSE, InAnswers.REDACT, null);
        CredentialValue known = CredentialValue.Known.of(value);
        var credential = new Credential("bot", "k", "", () -> known, _ -> true, use);
        CanonicalUrl url = ((Canonicalized.Accepted<CanonicalUrl>)
                        CanonicalUrl.parse("https://api.test" + path, Dialect.WIRE))
                .value();
        var request = CanonicalRequest.http(url.scheme(), url.host(), url.port(), "GET", url.path(), url.query());
        return new CredentialScope(Keyring.of(Map.of("k", credential)), request, RequestHeaders.EMPTY, Set.of("bot"));
    }

    @ParameterizedTest
    @CsvSource({
        "/bot{credential}, /bot/sendMessage, /bot123%3Asecret-token/sendMessage",
        "/bot{credential}, /botOwnToken/sendMessage?a=b, /bot123%3Asecret-token/sendMessage?a=b",
        "/bot{credential}, /bot, /bot123%3Asecret-token",
        "/hooks/{credential}, /hooks/x, /hooks/123%3Asecret-token",
        "/hooks/{credential}, /hooks/x/, /hooks/123%3Asecret-token/",
        "/v1/k-{credential}.json, /v1/k-.json, /v1/k-123%3Asecret-token.json",
    })
    void theCredentialStandsWhereTheTemplateHasIt(String template, String path, String sent) {
        CredentialScope scope = scope(template, OwnValue.REMOVE, "123:secret-token", path);
        assertThat(CredentialRule.judge(HEAD, scope)).isEqualTo(Verdict.PASS);
        assertThat(FilledHead.of(HEAD, scope))
                .isInstanceOfSatisfying(
                        FilledHead.Filled.class,
                        filled -> assertThat(filled.head().target()).isEqualTo(sent));
    }

    @ParameterizedTest
    @CsvSource({
        "/bot{credential}, /",
        "/bot{credential}, /bo/t",
        "/bot{credential}, /file/bot/x",
        "/bot{credential}, /Bot/x",
        "/hooks/{credential}, /hooks",
        "/hooks/{credential}, /hook/x",
        "/v1/k-{credential}.json, /v1/k-json",
    })
    void aPathWithoutThePlaceIsRefused(String template, String path) {
        CredentialScope scope = scope(template, OwnValue.REMOVE, "123:secret-token", path);
        refuses(CredentialRule.judge(HEAD, scope), ReasonCode.CREDENTIAL_UNRESOLVED);
        assertThat(FilledHead.of(HEAD, scope)).isNotInstanceOf(FilledHead.Filled.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"12345/secret", "12345..secret", "12345?secret", "12345#secret", "12345\\secret"})
    void aValueThatMeansSomethingInAPathIsNotSent(String value) {
        CredentialScope scope = scope("/bot{credential}", OwnValue.REMOVE, value, "/bot/x");
        refuses(CredentialRule.judge(HEAD, scope), ReasonCode.CREDENTIAL_UNRESOLVED);
    }

    @ParameterizedTest
    @CsvSource({"/bot/x, true", "/botOwn/x, false"})
    void whatStandsThereIsRefusedWhereTheOperatorSaysSo(String path, boolean passes) {
        CredentialScope scope = scope("/bot{credential}", OwnValue.REFUSE, "123:secret-token", path);
        if (passes) {
            assertThat(CredentialRule.judge(HEAD, scope)).isEqualTo(Verdict.PASS);
        } else {
            refuses(CredentialRule.judge(HEAD, scope), ReasonCode.FOREIGN_CREDENTIAL);
        }
    }

    private static void refuses(Verdict verdict, ReasonCode reason) {
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Refuse.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bot{credential}",
                "/bot",
                "/{credential}/send",
                "/{credential}{credential}",
                "/{credential}/{credential}",
                "/a/../{credential}",
                "/a//{credential}",
                "/a?b={credential}",
                "/%61{credential}"
            })
    void whatIsNoTemplateIsNotRead(String text) {
        assertThat(PathTemplate.read(text)).isInstanceOf(Parsed.Rejected.class);
    }
}

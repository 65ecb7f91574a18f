package io.sallyport.proxy.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.proxy.credentials.CredentialUse.InAnswers;
import io.sallyport.proxy.credentials.CredentialUse.InBodies;
import io.sallyport.proxy.credentials.CredentialUse.OwnValue;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sandbox says of its own where {@code X-Team-Key} is injected. */
class OwnCredentialsTest {
    private static final Keyring KEYS = keys(OwnValue.REMOVE, true);

    private static Keyring keys(OwnValue own, boolean requires) {
        var use = new CredentialUse(
                List.of(new Injection.Header("X-Team-Key", "")),
                own,
                requires,
                InBodies.REFUSE,
                InAnswers.REDACT,
                null);
        CredentialValue value = CredentialValue.Known.of("value-of-the-team");
        return Keyring.of(Map.of("k", new Credential("team", "k", "", () -> value, _ -> true, use)));
    }

    private static CredentialScope scope(Keyring keys, Set<String> granted) {
        return new CredentialScope(keys, request(), RequestHeaders.EMPTY, granted);
    }

    static CanonicalRequest request() {
        CanonicalUrl url =
                ((Canonicalized.Accepted<CanonicalUrl>) CanonicalUrl.parse("https://api.test/", Dialect.WIRE)).value();
        return CanonicalRequest.http(url.scheme(), url.host(), url.port(), "GET", url.path(), url.query());
    }

    private static Verdict said(Keyring keys, String name) {
        var head = new RequestHead("GET", "/", 1, HeaderFields.of(name, "own"));
        return CredentialRule.judge(head, scope(keys, Set.of("team")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Authorization", "authorization", "X-Api-Key", "x_api_key", "PRIVATE-TOKEN", "Private.Token"})
    void anotherCredentialIsRefusedInEverySpellingOfItsName(String name) {
        assertThat(said(KEYS, name))
                .isInstanceOfSatisfying(
                        Verdict.Refuse.class,
                        refused -> assertThat(refused.reason()).isEqualTo(ReasonCode.FOREIGN_CREDENTIAL));
        assertThat(said(keys(OwnValue.REMOVE, false), name)).isEqualTo(Verdict.PASS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Team-Key", "x-team-key", "X_Team_Key", "X.Team.Key"})
    void whatIsInjectedIsRemovedOrRefused(String name) {
        assertThat(said(KEYS, name)).isEqualTo(Verdict.PASS);
        assertThat(said(keys(OwnValue.REFUSE, true), name)).isInstanceOf(Verdict.Refuse.class);
    }

    @Test
    void nothingIsAskedWhereNothingIsAttached() {
        var head = new RequestHead("GET", "/", 1, HeaderFields.of("Authorization", "own"));
        assertThat(CredentialRule.judge(head, scope(KEYS, Set.of()))).isEqualTo(Verdict.PASS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Api-Key", "X-Team-Key", "x_team_key"})
    void noCredentialComesBehindABody(String name) {
        HeaderFields trailers = HeaderFields.of(name, "own");
        assertThat(CredentialRule.judge(trailers, scope(KEYS, Set.of("team")))).isInstanceOf(Verdict.Refuse.class);
        assertThat(CredentialRule.judge(trailers, scope(KEYS, Set.of()))).isEqualTo(Verdict.PASS);
    }

    @Test
    void aPlaceholderBehindABodyIsRefused() {
        HeaderFields trailers = HeaderFields.of("X-Note", "openshell:resolve:env:k");
        assertThat(CredentialRule.judge(trailers, scope(KEYS, Set.of("team")))).isInstanceOf(Verdict.Refuse.class);
    }

    @Test
    void theValueIsNotShownByWhatHoldsIt() {
        FilledHead.Result filled = FilledHead.of(
                new RequestHead("GET", "/", 1, HeaderFields.of("Host", "api.test")), scope(KEYS, Set.of("team")));
        assertThat(filled).isInstanceOf(FilledHead.Filled.class);
        assertThat(filled.toString() + KEYS.named("team") + KEYS).doesNotContain("value-of-the-team");
    }
}

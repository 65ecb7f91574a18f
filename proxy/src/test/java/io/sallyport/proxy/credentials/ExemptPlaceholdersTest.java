package io.sallyport.proxy.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.findings.FoundSecrets;
import io.sallyport.findings.SecretScanner;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.secret.FindingPlace;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Placeholders are no tokens, and no token passes for one. */
class ExemptPlaceholdersTest {
    private static final String KEY = "SallyportPlaceholderId5kQ0eRtY2uIoPa";
    private static final String MINE = "glpat-" + KEY;
    private static final String SHAPED = "xoxb-OPENSHELL-RESOLVE-ENV-SLACK_TOKEN";
    private static final String REAL = "glpat-8sJd72kLmQp0ZxVbN4Ty";

    private static final SecretScanner SCANNER = SecretScanner.of(List.of(), 2);
    private static final Credential GITLAB =
            new Credential("gitlab", KEY, "glpat-", () -> value(), _ -> true, CredentialUse.PLACEHOLDERS);
    private static final Keyring KEYS =
            Keyring.of(Map.of(KEY, GITLAB, "SLACK_TOKEN", Credential.of("SLACK_TOKEN", "value-of-slack", _ -> true)));

    private static CredentialValue value() {
        return CredentialValue.Known.of("value-of-gitlab");
    }

    private static CanonicalRequest request() {
        var host = ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse("a.test")).value();
        return CanonicalRequest.http(Scheme.HTTPS, host, 443, "GET", CanonicalPath.ROOT, CanonicalQuery.NONE);
    }

    private static List<String> found(FindingPlace place, String text, Keyring keys) {
        var found = new FoundSecrets(ExemptPlaceholders.of(keys, request()));
        SCANNER.scan(text, place, found);
        return found.all().stream().map(FoundSecret::name).toList();
    }

    private static List<String> found(FindingPlace place, String text) {
        return found(place, text, KEYS);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @EnumSource(FindingPlace.class)
    void onesOwnPlaceholderIsNoFinding(FindingPlace place) {
        assertThat(found(place, "token=" + MINE + "&x")).isEmpty();
    }

    @Test
    void norIsItInBasicCredentialsOrInAUrl() {
        assertThat(found(FindingPlace.HEADER, "Basic " + base64("oauth2:" + MINE)))
                .isEmpty();
        assertThat(found(FindingPlace.HEADER, "https://oauth2:" + MINE + "@gitlab.test/x.git"))
                .isEmpty();
    }

    @Test
    void thatOfAnotherSandboxIsOne() {
        assertThat(found(FindingPlace.HEADER, MINE, Keyring.EMPTY)).containsExactly("gitlab-token");
        assertThat(found(FindingPlace.HEADER, MINE.replace("5kQ0", "6kQ0"))).containsExactly("gitlab-token");
    }

    @Test
    void aShapedOneOfOpenShellIsNoneWhereItIsFilled() {
        assertThat(found(FindingPlace.HEADER, "Bearer " + SHAPED)).isEmpty();
        assertThat(found(FindingPlace.BODY, SHAPED)).containsExactly("slack-token");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                REAL + " " + MINE,
                MINE + " " + REAL,
                REAL + MINE,
                REAL + KEY,
                MINE + "-" + REAL,
                REAL + "SallyportPlaceholderId",
                REAL + ":openshell:resolve:env:SLACK_TOKEN",
                "https://x:" + REAL + "@a.test/" + MINE,
            })
    void aMarkerHidesNoToken(String text) {
        assertThat(found(FindingPlace.HEADER, text)).contains("gitlab-token");
        assertThat(found(FindingPlace.BODY, text)).contains("gitlab-token");
    }

    @Test
    void whatAShapedOneHidesIsNotSentOn() {
        String hidden = REAL + "-OPENSHELL-RESOLVE-ENV-SLACK_TOKEN";
        assertThat(found(FindingPlace.BODY, hidden)).containsExactly("gitlab-token");
        var scope = new CredentialScope(KEYS, request(), RequestHeaders.EMPTY, Set.of());
        assertThat(Placeholder.allIn(hidden, scope))
                .as("all of it is replaced where it is filled")
                .singleElement()
                .extracting(Placeholder::from)
                .isEqualTo(0);
    }
}

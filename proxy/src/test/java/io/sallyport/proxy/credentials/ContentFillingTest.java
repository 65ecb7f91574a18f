package io.sallyport.proxy.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.proxy.credentials.CredentialUse.InAnswers;
import io.sallyport.proxy.credentials.CredentialUse.InBodies;
import io.sallyport.proxy.credentials.CredentialUse.OwnValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Placeholders in content: {@code hub} is filled in here, {@code plain} is not, {@code far} is bound elsewhere. */
class ContentFillingTest {
    private static final String SECRET = "hub\"value\\with&signs=1";
    private static final String HUB = "hub_SallyportPlaceholderId0123456789AB";
    private static final String PLAIN = "SallyportPlaceholderId9876543210AB";
    private static final String FAR = "SallyportPlaceholderId5555555555AB";
    private static final String GONE = "SallyportPlaceholderId7777777777AB";
    private static final String OTHERS = "SallyportPlaceholderId1111111111AB";

    private static final Keyring KEYS = Keyring.of(Map.of(
            HUB.substring(4),
            credential("hub", HUB.substring(4), "hub_", InBodies.FILL, true),
            "HUB_TOKEN",
            credential("hub", HUB.substring(4), "hub_", InBodies.FILL, true),
            PLAIN,
            credential("plain", PLAIN, "", InBodies.REFUSE, true),
            FAR,
            credential("far", FAR, "", InBodies.FILL, false),
            GONE,
            gone()));

    private static final String ESCAPED = "\\u0053allyport\\u0050laceholderId0123456789AB";

    private static Credential credential(String name, String key, String shape, InBodies in, boolean here) {
        CredentialValue value = CredentialValue.Known.of(SECRET);
        return new Credential(name, key, shape, () -> value, _ -> here, use(in));
    }

    private static Credential gone() {
        CredentialValue none = new CredentialValue.Unavailable("the source is down");
        return new Credential("gone", GONE, "", () -> none, _ -> true, use(InBodies.FILL));
    }

    private static CredentialUse use(InBodies in) {
        return new CredentialUse(List.of(), OwnValue.REMOVE, true, in, InAnswers.REDACT, null);
    }

    private static ContentFilling filling(int maxBytes) {
        CanonicalRequest request = OwnCredentialsTest.request();
        var scope = new CredentialScope(KEYS, request, RequestHeaders.EMPTY, Set.of("hub", "plain", "far", "gone"));
        return new ContentFilling(scope, maxBytes, ReasonCode.BODY_TOO_LARGE);
    }

    private static FilledContent filled(String body, ContentForm form) {
        return filling(10_000).body(body.getBytes(StandardCharsets.UTF_8), form);
    }

    private static String text(FilledContent content) {
        assertThat(content).isInstanceOf(FilledContent.Filled.class);
        return new String(((FilledContent.Filled) content).bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aStringOfJsonIsReplacedAndNothingElseIsTouched() {
        String before = " {\"a\" : [1.50, \"é€😀\", \"\\u00e9\"],\r\n\"token\":\"";
        String after = "\" , \"b\":{\"token\":\"x\"}}\n";
        assertThat(text(filled(before + HUB + after, ContentForm.JSON)))
                .isEqualTo(before + "hub\\\"value\\\\with&signs=1" + after);
        assertThat(text(filled("\"" + HUB + "\"", ContentForm.JSON))).isEqualTo("\"hub\\\"value\\\\with&signs=1\"");
        assertThat(text(filled("[\"openshell:resolve:env:HUB_TOKEN\"]", ContentForm.JSON)))
                .isEqualTo("[\"hub\\\"value\\\\with&signs=1\"]");
    }

    @Test
    void eachOfDoubledMembersIsReplaced() {
        String twice = "{\"t\":\"" + HUB + "\",\"t\":\"x\",\"t\":\"" + HUB + "\"}";
        assertThat(text(filled(twice, ContentForm.JSON)))
                .doesNotContain("Sallyport")
                .isEqualTo(
                        "{\"t\":\"hub\\\"value\\\\with&signs=1\",\"t\":\"x\",\"t\":\"hub\\\"value\\\\with&signs=1\"}");
    }

    /** To a reader of JSON an escape is the character, so that it is the same string. */
    @Test
    void escapesOfJsonHideNoPlaceholder() {
        String escaped = HUB.replace("S", "\\u0053").replace("_", "\\u005F");
        assertThat(text(filled("{\"t\":\"" + escaped + "\"}", ContentForm.JSON)))
                .isEqualTo("{\"t\":\"hub\\\"value\\\\with&signs=1\"}");
        refused("{\"" + escaped + "\":1}", ContentForm.JSON, ReasonCode.CREDENTIAL_UNRESOLVED);
        refused("{\"t\":\"a " + escaped + "\"}", ContentForm.JSON, ReasonCode.CREDENTIAL_UNRESOLVED);
        refused("{\"t\":\"\\u0053allyportPlaceholderId0\"}", ContentForm.JSON, ReasonCode.CREDENTIAL_UNRESOLVED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"" + HUB + "\":1}",
                "{\"t\":\"Bearer " + HUB + "\"}",
                "{\"t\":\"" + HUB + " \"}",
                "{\"t\":\"{\\\"t\\\":\\\"" + HUB + "\\\"}\"}",
                "{\"t\":\"" + HUB + "\",\"u\":\"my key is " + HUB + "\"}",
                "{\"t\":\"" + PLAIN + "\"}",
                "{\"t\":\"" + OTHERS + "\"}",
                "{\"t\":\"x" + HUB + "\"}",
                "{\"t\":\"SALLYPORTPLACEHOLDERID0123456789AB\"}",
                "{\"t\":\"hub_%53allyportPlaceholderId0123456789AB\"}",
                "{'t':'" + HUB + "'}",
                "{\"t\":\"" + HUB + "\"",
                "/* " + HUB + " */ {}",
                "{'t':'" + ESCAPED + "'}",
                "{\"t\":\"" + ESCAPED + "\",}",
                "{\"t\":\"" + ESCAPED,
                "{\"t\":\"{\\\"t\\\":\\\"\\" + ESCAPED + "\\\"}\"}",
                "{\"t\":\"\\u005cu0053allyportPlaceholderId0123456789AB\"}",
                "{\"t\":\"\\u002553allyportPlaceholderId0123456789AB\"}",
                HUB,
            })
    void whatIsNoWholeStringOfJsonIsNotFilledIn(String body) {
        refused(body, ContentForm.JSON, ReasonCode.CREDENTIAL_UNRESOLVED);
    }

    @Test
    void whatIsBoundElsewhereOrHasNoValueIsRefusedByName() {
        refused("{\"t\":\"" + FAR + "\"}", ContentForm.JSON, ReasonCode.CREDENTIAL_ENDPOINT_MISMATCH);
        refused("{\"t\":\"" + GONE + "\"}", ContentForm.JSON, ReasonCode.CREDENTIAL_UNAVAILABLE);
        refused("a=1&t=" + FAR, ContentForm.FORM, ReasonCode.CREDENTIAL_ENDPOINT_MISMATCH);
        refused("a=1&t=" + GONE, ContentForm.FORM, ReasonCode.CREDENTIAL_UNAVAILABLE);
    }

    @Test
    void aValueOfAFormIsReplacedAndEncoded() {
        assertThat(text(filled("a=1+2&t=" + HUB + "&&b", ContentForm.FORM)))
                .isEqualTo("a=1+2&t=hub%22value%5Cwith%26signs%3D1&&b");
        assertThat(text(filled("t=openshell%3Aresolve%3aenv%3AHUB_TOKEN", ContentForm.FORM)))
                .isEqualTo("t=hub%22value%5Cwith%26signs%3D1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                HUB + "=1",
                HUB,
                "a=1&" + HUB,
                "t=Bearer+" + HUB,
                "t=" + HUB + "+",
                "t=" + HUB + ";u=1",
                "t=%5C%750053allyportPlaceholderId0123456789AB",
                "t=hub_%2553allyportPlaceholderId0123456789AB",
                "t=" + PLAIN,
                "t=" + OTHERS,
                "%53allyportPlaceholderId0123456789AB=x",
            })
    void whatIsNoWholeValueOfAFormIsNotFilledIn(String body) {
        refused(body, ContentForm.FORM, ReasonCode.CREDENTIAL_UNRESOLVED);
    }

    @Test
    void contentThatGrowsBeyondItsBoundIsRefused() {
        byte[] body = "{\"t\":\"openshell:resolve:env:HUB_TOKEN\"}".getBytes(StandardCharsets.UTF_8);
        CredentialValue hundred = CredentialValue.Known.of("x".repeat(100));
        var longer = new Credential("hub", "HUB_TOKEN", "", () -> hundred, _ -> true, use(InBodies.FILL));
        var scope = new CredentialScope(
                Keyring.of(Map.of("HUB_TOKEN", longer)),
                OwnCredentialsTest.request(),
                RequestHeaders.EMPTY,
                Set.of("hub"));
        assertThat(new ContentFilling(scope, 107, ReasonCode.BODY_TOO_LARGE).body(body, ContentForm.JSON))
                .isEqualTo(new FilledContent.Refused(ReasonCode.BODY_TOO_LARGE));
        assertThat(new ContentFilling(scope, 108, ReasonCode.BODY_TOO_LARGE).body(body, ContentForm.JSON))
                .isInstanceOf(FilledContent.Filled.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "no json", "{\"t\":\"\\u0053ally\"}", "{\"t\":\"\\u005", "a=1&b=2"})
    void contentWithoutAPlaceholderStays(String body) {
        assertThat(filled(body, ContentForm.JSON)).isSameAs(FilledContent.UNCHANGED);
        assertThat(filled(body, ContentForm.FORM)).isSameAs(FilledContent.UNCHANGED);
    }

    @Test
    void aMessageIsJsonOrNothingButAPlaceholder() {
        ContentFilling filling = filling(1_000);
        assertThat(text(filling.text(HUB.getBytes(StandardCharsets.UTF_8)))).isEqualTo(SECRET);
        assertThat(text(filling.text(
                        ("{\"op\":2,\"d\":{\"token\":\"" + HUB + "\"}}").getBytes(StandardCharsets.UTF_8))))
                .isEqualTo("{\"op\":2,\"d\":{\"token\":\"hub\\\"value\\\\with&signs=1\"}}");
        for (String no : List.of("auth " + HUB, HUB + "\n", "{\"" + HUB + "\":1}", "{\"t\":\"a " + HUB + "\"}", FAR)) {
            assertThat(filling.text(no.getBytes(StandardCharsets.UTF_8)))
                    .as(no)
                    .isInstanceOf(FilledContent.Refused.class);
        }
        assertThat(filling.unfilled(HUB.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new FilledContent.Refused(ReasonCode.CREDENTIAL_UNRESOLVED));
    }

    @Test
    void whatIsFilledDoesNotShowTheValue() {
        FilledContent content = filled("{\"t\":\"" + HUB + "\"}", ContentForm.JSON);
        assertThat(content.toString()).isEqualTo("Filled[32 bytes]");
    }

    private static void refused(String body, ContentForm form, ReasonCode reason) {
        assertThat(filled(body, form)).as(body).isEqualTo(new FilledContent.Refused(reason));
    }
}

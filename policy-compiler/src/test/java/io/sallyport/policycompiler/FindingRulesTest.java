package io.sallyport.policycompiler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.SecretSearch;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.model.secret.FindingKind;
import io.sallyport.model.secret.FindingPlace;
import io.sallyport.model.secret.FoundSecret;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Guardrails that read {@code input.net.findings}: where secrets are looked for, and when they are not. */
class FindingRulesTest extends CompiledDocuments {
    private static final String LEASE = "{\"net.fetch\": [\"http://**\", \"https://**\", \"ws://a.test/**\"]}";
    private static final String NO_TOKENS = """
            package sallyport.guardrails

            deny contains {"rule": "no-tokens", "message": sprintf("%s in the %s", [found.name, found.place])} if {
                input.net.host != "api.github.com"
                some found in input.net.findings
                found.kind == "token"
            }
            """;
    private static final String TOKEN = "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"; // the public example of the format

    private final PolicySnapshot snapshot = snapshot(LEASE, Map.of("a.rego", NO_TOKENS));

    /** The fields of a head. */
    private record Head(Map<String, List<String>> fields, long bodyBytes) implements RequestHeaders {
        @Override
        public List<String> names() {
            return List.copyOf(fields.keySet());
        }

        @Override
        public List<String> values(String name) {
            return fields.getOrDefault(name, List.of());
        }
    }

    private static Head head(String name, String... values) {
        return new Head(Map.of(name, List.of(values)), 0);
    }

    @Test
    void aTokenIsFoundInEachPartOfARequest() {
        assertDenied(http("GET", "a.test", "/x/" + TOKEN), head("accept", "*/*"), "path");
        assertDenied(http("GET", "a.test", "/x"), head("authorization", "Bearer " + TOKEN), "header");
        assertDenied(http("GET", "a.test", "/x"), head("x-a", TOKEN.substring(0, 20), TOKEN.substring(20)), "header");
        RequestHeaders body = RequestBody.of(("{\"text\": \"" + TOKEN + "\"}").getBytes(UTF_8), 1 << 20)
                .after(new Head(Map.of(), RequestHeaders.UNKNOWN_LENGTH));
        assertDenied(http("POST", "a.test", "/x"), body, "body");
    }

    @Test
    void whatHoldsNoSecretPasses() {
        RequestHeaders head = head("authorization", "Bearer none-of-ours");
        assertThat(snapshot.decide(http("GET", "a.test", "/x"), head).reason()).isEqualTo(ReasonCode.GRANTED);
        assertThat(snapshot.decide(http("GET", "api.github.com", "/x"), head("authorization", TOKEN))
                        .reason())
                .isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void aVerdictThatRestsOnFindingsIsNotRemembered() {
        CanonicalRequest request = http("GET", "a.test", "/x");
        assertThat(snapshot.decide(request, head("accept", "*/*")).reason()).isEqualTo(ReasonCode.GRANTED);
        assertDenied(request, head("authorization", TOKEN), "header");
        assertThat(snapshot.decide(request, head("accept", "*/*")).reason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void theBodyIsWaitedFor() {
        RequestHeaders unread = new Head(Map.of(), RequestHeaders.UNKNOWN_LENGTH);
        assertThat(snapshot.decide(http("POST", "a.test", "/x"), unread))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.obligations().body()).isTrue());
    }

    @Test
    void aTunnelIsOpenedToLookInside() {
        assertThat(snapshot.decide(connect("a.test")))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.obligations().intercept()).isTrue());
    }

    @Test
    void aMessageThatIsSentIsLookedAtAndOneThatComesIsNot() {
        CanonicalRequest handshake = http("GET", "a.test", "/x").withScheme(Scheme.WS);
        assertDenied(handshake, new WebSocketMessage(true, "my " + TOKEN).after(head("accept", "*/*")), "message");
        assertThat(snapshot.decide(handshake, new WebSocketMessage(false, TOKEN).after(head("accept", "*/*")))
                        .reason())
                .isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void nothingIsLookedForWhereNoRuleReadsIt() {
        var searches = new AtomicInteger();
        RequestHeaders head = head("accept", TOKEN).searchedBy(new SecretSearch() {
            @Override
            public List<FoundSecret> in(CanonicalRequest request, RequestHeaders headers) {
                searches.incrementAndGet();
                return List.of(new FoundSecret(FindingKind.TOKEN, "x", FindingPlace.HEADER, List.of()));
            }

            @Override
            public List<FoundSecret> inTrailers(RequestHeaders trailers) {
                throw new AssertionError("there are none");
            }
        });
        snapshot(LEASE, Map.of()).decide(http("GET", "a.test", "/x"), head);
        snapshot.decide(http("GET", "api.github.com", "/x"), head);
        assertThat(searches).hasValue(0);
        assertThat(snapshot.decide(http("GET", "a.test", "/x"), head).reason()).isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(searches).hasValue(1);
    }

    private void assertDenied(CanonicalRequest request, RequestHeaders headers, String place) {
        assertThat(snapshot.decide(request, headers))
                .isInstanceOfSatisfying(
                        Decision.Deny.class,
                        deny -> assertThat(deny.denies())
                                .singleElement()
                                .satisfies(why -> assertThat(why.message()).isEqualTo("github-token in the " + place)));
    }
}

package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.StatedBody;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sample cases of network policies in the form of OpenShell: those about calls, messages and queries. */
class NetworkPolicyCasesTest extends CompiledDocuments {
    /** Allowed by OpenShell, and refused by the strict dialect (specs: network policy, section 13). */
    private static final Set<String> STRICTER = Set.of("mcp-allow-all-unknown-method");

    /** @param line the case in JSON */
    record PolicyCase(String name, RegoObject line) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static List<PolicyCase> cases() throws IOException {
        try (InputStream in = NetworkPolicyCasesTest.class.getResourceAsStream("network/calls.jsonl")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> (RegoObject) RegoJson.valueOf(line))
                    .map(line -> new PolicyCase(Objects.requireNonNull(text(line, "name")), line))
                    .toList();
        }
    }

    private static @Nullable String text(RegoObject object, String member) {
        return object.get(member) instanceof RegoString text ? text.text() : null;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void hasTheVerdictOfTheCase(PolicyCase one) {
        String expected = STRICTER.contains(one.name()) ? "deny" : text(one.line(), "expect");
        assertThat(verdict(one.line())).isEqualTo(expected);
    }

    private static String verdict(RegoObject line) {
        SandboxDocuments documents =
                SandboxDocuments.builder().policy(text(line, "policy_yaml")).build();
        return switch (COMPILER.sandbox(documents, "sb-1", NOW, PlanStore.NONE)) {
            case Compilation.Refused<SandboxPolicy> _ -> "invalid-policy";
            case Compilation.Unavailable<SandboxPolicy>(String why) -> throw new AssertionError(why);
            case Compilation.Ready<SandboxPolicy>(SandboxPolicy policy, var _) -> {
                PolicySnapshot snapshot = under(policy, AuthoredRego.NONE);
                yield line.get("request") instanceof RegoObject request && isAllowed(snapshot, request)
                        ? "allow"
                        : "deny";
            }
        };
    }

    private static boolean isAllowed(PolicySnapshot snapshot, RegoObject request) {
        String method = String.valueOf(text(request, "method"));
        boolean message = method.equals("WEBSOCKET_TEXT");
        String query = text(request, "query");
        String url = Stream.of(
                        text(request, "scheme"),
                        "://",
                        text(request, "host"),
                        ":",
                        String.valueOf(request.get("port")),
                        text(request, "path"),
                        query == null ? "" : "?" + query)
                .map(String::valueOf)
                .reduce("", String::concat);
        if (!(WrittenRequest.parse(message ? "GET" : method, url)
                instanceof Parsed.Accepted<CanonicalRequest>(CanonicalRequest asked))) {
            return false;
        }
        String body = text(request, "body");
        RequestHeaders headers = body == null ? RequestHeaders.EMPTY : StatedBody.of("application/json", body);
        RequestHeaders said = message ? new WebSocketMessage(true, "text").after(headers) : headers;
        return snapshot.decide(asked, said) instanceof Decision.Allow;
    }
}

package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.WrittenHeaders;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.policycompiler.author.Compilation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the examples of the guides as written: documents in code blocks, and lists of requests that the documents above
 * them decide. A list of requests ends its example; the next document begins another.
 */
class DocumentationTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\S+)([^\\n]*)\\n(.*?)^```$");
    private static final SandboxId ID = new SandboxId("docs");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docs/leases.md",
                "docs/allowlists.md",
                "docs/network-policy.md",
                "docs/guardrails.md",
                "docs/websocket.md",
                "docs/bodies.md",
                "docs/findings.md",
                "docs/forges.md",
                "docs/mcp.md",
                "rego/README.md"
            })
    void whatAGuideSaysIsSo(String guide) throws IOException {
        String text = Files.readString(Path.of("..").resolve(guide));
        int judged = 0;
        var documents = new HashMap<String, String>();
        boolean used = false;
        try (var policies = CompiledPolicies.withDefaults(InstantSource.system(), System::nanoTime)) {
            for (Matcher block = BLOCK.matcher(text); block.find(); ) {
                String kind = block.group(1) + block.group(2);
                if (kind.equals("requests")) {
                    judged += judge(policies, documents, block.group(3));
                    used = true;
                } else if (Stream.of(" lease", " harness", " policy", " guardrails")
                        .anyMatch(kind::contains)) {
                    if (used) {
                        documents.clear();
                        used = false;
                    }
                    documents.put(kind, block.group(3));
                }
            }
        }
        assertThat(judged).isGreaterThan(5);
    }

    private static int judge(CompiledPolicies policies, Map<String, String> documents, String requests) {
        PolicySnapshot snapshot = snapshot(policies, documents);
        List<String> lines = requests.lines().filter(line -> !line.isBlank()).toList();
        for (String line : lines) {
            String[] words = line.strip().split("\\s+", 5);
            Decision decision = snapshot.decide(
                    request(words[2], words[3]), words.length < 5 ? RequestHeaders.EMPTY : body(words[4]));
            String said = said(decision);
            assertThat(said).as(line).isEqualTo(words[0] + " " + words[1]);
        }
        return lines.size();
    }

    /** A body behind the URL is JSON, or a form. */
    private static RequestHeaders body(String text) {
        boolean json = text.startsWith("{") || text.startsWith("[");
        String type = json ? "application/json" : "application/x-www-form-urlencoded";
        var head = new WrittenHeaders(Map.of("content-type", List.of(type)), RequestHeaders.UNKNOWN_LENGTH);
        return RequestBody.of(text.getBytes(StandardCharsets.UTF_8), 1 << 20).after(head);
    }

    /** Distinguishes a tunnel that is allowed only if intercepted from one that is passed through. */
    private static String said(Decision decision) {
        return switch (decision) {
            case Decision.Allow allow when allow.obligations().intercept() -> "allow inspected";
            case Decision.Allow allow -> "allow " + allow.reason().word();
            case Decision.Deny deny -> "deny " + deny.reason().word();
        };
    }

    private static PolicySnapshot snapshot(CompiledPolicies policies, Map<String, String> documents) {
        @Nullable String guardrails = documents.get("rego guardrails");
        Map<String, String> rego = guardrails == null ? Map.of() : Map.of("guardrails.rego", guardrails);
        var store = new MemoryStore();
        var beside = ready(policies.guardrails(new GuardrailsDocuments(rego, documents.get("json guardrails")), store));
        var own = ready(policies.sandbox(ID, documents(documents), store));
        var facts = new SandboxFacts(ID, null, Map.of("team", "docs"), Phase.PLANNING);
        return policies.snapshot(own, beside, facts, 1);
    }

    private static SandboxDocuments documents(Map<String, String> documents) {
        boolean get = documents.containsKey("yaml harness allowlist_get");
        return SandboxDocuments.builder()
                .lease(documents.get("json lease"))
                .harness(documents.get(get ? "yaml harness allowlist_get" : "yaml harness"))
                .policy(documents.get("yaml policy"))
                .allowlistGet(get)
                .build();
    }

    private static CanonicalRequest request(String method, String text) {
        int colon = text.indexOf("://");
        @Nullable Scheme scheme = Scheme.of(text.substring(0, colon));
        if (scheme != null && scheme.isTcp()) {
            return request(method, "https" + text.substring(colon)).withScheme(scheme);
        }
        var url = ((Canonicalized.Accepted<CanonicalUrl>) CanonicalUrl.parse(text, Dialect.DOCUMENT)).value();
        return method.equals("CONNECT")
                ? CanonicalRequest.connect(url.scheme(), url.host(), url.port())
                : CanonicalRequest.http(url.scheme(), url.host(), url.port(), method, url.path(), url.query());
    }

    private static <T> T ready(Compilation<T> made) {
        return switch (made) {
            case Compilation.Ready<T>(var policy, var _) -> policy;
            case Compilation.Refused<T>(var diagnostics) -> throw new AssertionError("refused: " + diagnostics);
            case Compilation.Unavailable<T>(var why) -> throw new AssertionError("not compiled: " + why);
        };
    }
}

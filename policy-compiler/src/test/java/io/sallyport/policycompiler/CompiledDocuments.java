package io.sallyport.policycompiler;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.run.Limits;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Compiles documents the whole way: OPA's compiler, our engine and the library. */
abstract class CompiledDocuments {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final RegoCompiler REGO = SharedCompiler.REGO;

    static final PolicyCompiler COMPILER = new PolicyCompiler(REGO);
    static final String WHOLE_HOST = "{\"net.fetch\": [\"https://api.example.com/**\", \"http://h.example.com/a/**\"]}";

    static RequestHeaders accepting(String type, long bytes) {
        return saying("accept", type, bytes);
    }

    /** The head of a request with one field. */
    static RequestHeaders saying(String field, String value, long bytes) {
        return new RequestHeaders() {
            @Override
            public List<String> names() {
                return List.of(field);
            }

            @Override
            public List<String> values(String name) {
                return name.equals(field) ? List.of(value) : List.of();
            }

            @Override
            public long bodyBytes() {
                return bytes;
            }
        };
    }

    static List<Boolean> granted(PolicySnapshot snapshot, String... hosts) {
        return Stream.of(hosts)
                .map(host -> snapshot.decide(connect(host)) instanceof Decision.Allow)
                .toList();
    }

    static PolicySnapshot snapshot(String lease, Map<String, String> guardrails) {
        return under(ready(COMPILER.guardrails(guardrails, null, PlanStore.NONE)), lease(lease, Map.of()));
    }

    static PolicySnapshot under(AuthoredRego guardrails, SandboxDocuments documents) {
        return under(ready(COMPILER.sandbox(documents, "sb-1", NOW, PlanStore.NONE)), guardrails);
    }

    static PolicySnapshot under(SandboxPolicy policy, AuthoredRego guardrails) {
        SandboxFacts facts = new SandboxFacts(new SandboxId("sb-1"), "run-1", Map.of(), Phase.PLANNING);
        EvalClock clock = EvalClock.of(InstantSource.fixed(NOW), new Random(1));
        return policy.under(guardrails, facts, 1, Limits.DEFAULT, clock);
    }

    static SandboxDocuments lease(String lease, Map<String, String> rego) {
        return SandboxDocuments.builder().lease(lease).rego(rego).build();
    }

    static List<Diagnostic> refused(String rego) {
        return switch (COMPILER.guardrails(Map.of("a.rego", rego), null, PlanStore.NONE)) {
            case Compilation.Refused<AuthoredRego>(var diagnostics) -> diagnostics;
            case Compilation.Ready<AuthoredRego> ready -> throw new AssertionError("it loaded: " + ready);
            case Compilation.Unavailable<AuthoredRego>(String why) -> throw new AssertionError(why);
        };
    }

    static <T> T ready(Compilation<T> compilation) {
        return switch (compilation) {
            case Compilation.Ready<T>(T value, var _) -> value;
            case Compilation.Refused<T>(var diagnostics) -> throw new AssertionError(diagnostics.toString());
            case Compilation.Unavailable<T>(String why) -> throw new AssertionError(why);
        };
    }

    static List<Diagnostic> warnings(Compilation<?> compilation) {
        return compilation instanceof Compilation.Ready<?> ready ? ready.diagnostics() : List.of();
    }

    static CanonicalRequest connect(String host) {
        return CanonicalRequest.connect(Scheme.HTTPS, host(host), 443);
    }

    static CanonicalRequest get(String host, String path) {
        return http("GET", host, path);
    }

    static CanonicalRequest http(String method, String host, String path) {
        if (!(CanonicalPath.parse(path) instanceof Parsed.Accepted(var canonical))) {
            throw new AssertionError(path);
        }
        return CanonicalRequest.http(Scheme.HTTP, host(host), 80, method, canonical, CanonicalQuery.NONE);
    }

    static CanonicalHost host(String host) {
        if (!(CanonicalHost.parse(host) instanceof Parsed.Accepted(var canonical))) {
            throw new AssertionError(host);
        }
        return canonical;
    }
}

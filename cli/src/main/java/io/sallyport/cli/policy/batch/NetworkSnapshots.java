package io.sallyport.cli.policy.batch;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sallyport.cli.lines.LineCompiler;
import io.sallyport.cli.lines.LineCompiler.Compiled;
import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.network.CallingProgram;
import io.sallyport.leasebridge.network.EndpointRoute;
import io.sallyport.leasebridge.network.LocalServers;
import io.sallyport.leasebridge.network.NetworkDocument;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.leasebridge.network.NetworkRules;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.policycompiler.DocumentRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compiles network policies as a gateway compiles the policy of a sandbox without other documents, and keeps those of
 * recent lines. Safe for concurrent use.
 */
final class NetworkSnapshots implements AutoCloseable {
    /** The limit of kept policies, in characters of their text. */
    private static final long MAX_KEPT_CHARS = 4 << 20;

    private final LineCompiler lines = new LineCompiler();
    private final Cache<Key, RoutedPolicy> kept = Caffeine.newBuilder()
            .maximumWeight(MAX_KEPT_CHARS)
            .<Key, RoutedPolicy>weigher((key, _) -> key.yaml().length() + 1)
            .build();

    /**
     * What a snapshot is made of.
     *
     * @param program the program that asks; null if the line does not say
     */
    record Key(String yaml, PolicyDialect dialect, @Nullable CallingProgram program) {}

    /**
     * A policy, and which of its endpoints judge which requests.
     *
     * @param routes of the endpoints that are for the program and inspect; none if the policy does not load
     */
    record RoutedPolicy(Compiled compiled, List<EndpointRoute> routes) {}

    RoutedPolicy compile(Key key) {
        return kept.get(key, this::compiled);
    }

    private RoutedPolicy compiled(Key key) {
        NetworkRules network = NetworkRules.BY_DEFAULT.in(key.dialect()).askedBy(key.program());
        SandboxDocuments documents =
                SandboxDocuments.builder().policy(key.yaml()).build();
        Compiled compiled = LineCompiler.compile(
                lines.with(DocumentRules.BY_DEFAULT.with(network)), documents, NetworkSnapshots::firstError);
        return new RoutedPolicy(compiled, routes(key.yaml(), network));
    }

    private static List<EndpointRoute> routes(String yaml, NetworkRules network) {
        NetworkDocument policy = new NetworkDocument.Policy("policy", yaml);
        return NetworkPolicyReader.read(List.of(policy), LocalServers.NONE, network)
                        instanceof NetworkPolicyReader.Read read
                ? read.routes()
                : List.of();
    }

    private static String firstError(List<Diagnostic> diagnostics) {
        return diagnostics.stream()
                .filter(Diagnostic::isError)
                .map(Diagnostic::toString)
                .findFirst()
                .orElse("the policy does not load");
    }

    @Override
    public void close() {
        lines.close();
    }
}

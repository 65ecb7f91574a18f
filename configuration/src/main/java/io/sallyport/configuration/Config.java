package io.sallyport.configuration;

import io.sallyport.apiservers.sandbox.ServerSettings;
import io.sallyport.decision.buffers.BufferLimits;
import io.sallyport.decision.guard.CheckSettings;
import io.sallyport.egress.DialLimits;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.DocumentRules;
import io.sallyport.policycompiler.LeaseRules;
import io.sallyport.policycompiler.RegoVersion;
import io.sallyport.proxy.enforce.HostExceptions;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.wasm.WasmLimits;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that an operator can set, checked and with defaults filled in. Immutable. {@link ConfigFile} reads it.
 *
 * @param state the state directory, absolute
 * @param guardrails the only source of guardrails, or null: they come by the API
 * @param arcp the runtime whose jobs are followed, or null
 * @param harness how harness files are read, and what they may name
 * @param fetch what the fetch endpoint is served with
 * @param operation how the process is run
 * @param warnings what was set and has no effect in this version, or is likely a mistake, one sentence each
 */
public record Config(
        Proxy proxy,
        Admin admin,
        Path state,
        @Nullable Guardrails guardrails,
        Egress egress,
        Audit audit,
        Limits limits,
        Policy policy,
        Intercept intercept,
        @Nullable Arcp arcp,
        Guard guard,
        Skills skills,
        HarnessSettings harness,
        FetchSettings fetch,
        ServerSettings servers,
        OperationSettings operation,
        List<String> warnings) {
    public Config {
        warnings = List.copyOf(warnings);
    }

    /** The same with harness files read otherwise. */
    public Config with(HarnessSettings other) {
        return with(other, fetch);
    }

    /** How documents are read. */
    public DocumentRules documents() {
        var leases = new LeaseRules(
                guard.requireModelUse(), guard.hostStar(), skills.checks().pathCase());
        return new DocumentRules(leases, harness, limits.policyEndpoints());
    }

    /** The same with fetches served otherwise. */
    public Config with(FetchSettings other) {
        return with(harness, other);
    }

    private Config with(HarnessSettings otherHarness, FetchSettings otherFetch) {
        return new Config(
                proxy,
                admin,
                state,
                guardrails,
                egress,
                audit,
                limits,
                policy,
                intercept,
                arcp,
                guard,
                skills,
                otherHarness,
                otherFetch,
                servers,
                operation,
                warnings);
    }

    /**
     * Guardrails that the operator keeps.
     *
     * @param path a folder, or a bundle of OPA's, absolute
     * @param key who must have signed the bundle, or null: it is not signed
     */
    public record Guardrails(Path path, @Nullable SigningKey key) {
        /** A bundle ends as {@code opa build} and {@code policy build} end it. */
        public boolean isBundle() {
            return path.toString().endsWith(".tar.gz");
        }
    }

    /**
     * A key that bundles are signed with.
     *
     * @param file PEM of a public key or a certificate, or a secret; absolute
     * @param algorithm as {@code ES256}
     * @param id what signatures call it, or null: whatever they say
     * @param scope what signatures must be for; empty: nothing
     */
    public record SigningKey(
            Path file, String algorithm, @Nullable String id, String scope) {}

    /**
     * The proxy.
     *
     * @param listen never empty; port 0 is chosen at start
     * @param ports sandboxes with a port of their own: what comes through it is that sandbox's, credentials or not
     * @param exceptions what is lifted for which hosts
     */
    public record Proxy(
            List<InetSocketAddress> listen, Map<SandboxId, InetSocketAddress> ports, HostExceptions exceptions) {
        public Proxy {
            listen = List.copyOf(listen);
            ports = Map.copyOf(ports);
        }
    }

    /**
     * The control API.
     *
     * @param listen a loopback address
     * @param tokenFile the operator's token, absolute; made at the first start
     * @param roles further token files, absolute, made like it, and the word of the role that each one's token has
     */
    public record Admin(InetSocketAddress listen, Path tokenFile, Map<Path, String> roles) {
        public Admin {
            roles = Map.copyOf(roles);
        }
    }

    /**
     * What the gateway may reach, and how it finds it.
     *
     * @param dnsServers empty: the system's
     * @param hosts {@code name} or {@code name:port} to {@code address} or {@code address:port}
     * @param allowAddresses CIDR blocks that may be dialled although special
     * @param trust PEM files of roots that targets' certificates may lead to beside the system's, absolute
     */
    public record Egress(
            List<InetSocketAddress> dnsServers,
            Map<String, String> hosts,
            List<String> allowAddresses,
            List<Path> trust) {
        public Egress {
            trust = List.copyOf(trust);
            hosts = Map.copyOf(hosts);
            allowAddresses = List.copyOf(allowAddresses);
        }
    }

    /**
     * Where records go.
     *
     * @param file absolute
     * @param refuseOnFailure whether traffic is refused while records cannot be written
     */
    public record Audit(Path file, boolean refuseOnFailure) {}

    /**
     * Bounds on what sandboxes may do to the gateway.
     *
     * @param proxy those of connections, whoever's they are
     * @param dials those of connections that are being opened to targets
     * @param connectionsPerSandbox at least 1
     * @param newNamesPerMinute at least 1
     * @param buffers of what nobody reads
     * @param policyEndpoints of one sandbox's network policy and profiles together, at least 1
     */
    public record Limits(
            ProxyLimits proxy,
            DialLimits dials,
            int connectionsPerSandbox,
            int newNamesPerMinute,
            BufferLimits buffers,
            int policyEndpoints) {}

    /**
     * How policy is taken, and its bounds.
     *
     * @param compileTimeout for the Rego of one sandbox
     * @param guardrailsCompileTimeout for the security team's
     * @param toBytecode when policies become JVM bytecode
     * @param limits of each evaluation
     * @param modules bounds of guardrails that come as WebAssembly
     * @param cacheBytes of remembered decisions, for each sandbox
     * @param regoVersion that the Rego of sandboxes is written in
     * @param guardrailsRegoVersion that the security team's is written in
     */
    public record Policy(
            Duration compileTimeout,
            Duration guardrailsCompileTimeout,
            ToBytecode toBytecode,
            io.sallyport.regoengine.run.Limits limits,
            WasmLimits modules,
            int cacheBytes,
            RegoVersion regoVersion,
            RegoVersion guardrailsRegoVersion) {}

    /**
     * How leases are kept to, and what the decision API refuses beside.
     *
     * @param requireModelUse whether a lease without {@code model.use} grants no model
     * @param hostStar what {@code *} means as the first label of a lease's host
     * @param expiryGrace how long after its end a lease still holds, at most a second
     * @param unwrittenSpending what becomes of budgets while the state cannot be written
     * @param closedPaths that no sandbox may touch, beside those that are always closed
     */
    public record Guard(
            boolean requireModelUse,
            LeaseRules.HostStar hostStar,
            Duration expiryGrace,
            UnwrittenSpending unwrittenSpending,
            List<String> closedPaths) {
        public Guard {
            closedPaths = List.copyOf(closedPaths);
        }
    }

    /**
     * Spending that could not be written: a crash would give it back.
     *
     * @param bound how long it goes on in any case
     * @param refused whether it is refused then
     */
    public record UnwrittenSpending(Duration bound, boolean refused) {}

    /**
     * Skills, and how often may be asked.
     *
     * @param registry the folder of manifests, absolute, or null: the operator keeps none
     * @param watch how often it is looked at, or null: not by itself
     * @param checks what bounds questions
     */
    public record Skills(@Nullable Path registry, @Nullable Duration watch, CheckSettings checks) {}

    /**
     * A runtime of ARCP whose jobs are followed.
     *
     * @param url {@code wss}, or {@code ws} on loopback
     * @param tokenFile its bearer token, absolute
     * @param poll how often it is asked which jobs there are
     */
    public record Arcp(URI url, Path tokenFile, Duration poll) {}

    /**
     * TLS towards sandboxes.
     *
     * @param on whether tunnels are opened at all; where not, a CONNECT that policy wants looked into is refused
     * @param caKeyFile the key that the CAs of sandboxes are sealed under, absolute, or null: they are kept in memory only
     * @param tls what was asked for, or null: BoringSSL where its library loads, else the JDK
     */
    public record Intercept(
            boolean on, @Nullable Path caKeyFile, @Nullable TlsProvider tls) {}
}

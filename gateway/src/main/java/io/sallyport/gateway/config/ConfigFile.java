package io.sallyport.gateway.config;

import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.LeaseRules;
import io.sallyport.policycompiler.RegoVersion;
import io.sallyport.proxy.enforce.HostExceptions;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.wasm.WasmLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the file of {@code serve --config}. Relative paths are resolved by the folder of the file, the token and the
 * audit file by the state directory.
 */
public final class ConfigFile {
    private static final String AUDIT_FAILURE = "refuse or continue";
    private static final String REGO_VERSION = "v0 or v1";

    /** A runtime that is asked more often has little time for anything else. */
    private static final Duration SHORTEST_POLL = Duration.ofMillis(100);

    private final Path folder;
    private final @Nullable Path chosenState;
    private final Path standardState;
    private final DescriptorLimit descriptors;
    private final List<String> warnings = new ArrayList<>();

    private ConfigFile(Path folder, @Nullable Path chosenState, Path standardState, DescriptorLimit descriptors) {
        this.folder = folder;
        this.chosenState = chosenState;
        this.standardState = standardState;
        this.descriptors = descriptors;
    }

    /**
     * The configuration in {@code file}.
     *
     * @param file null: nothing is set
     * @param state the state directory whatever the file says, or null
     * @param standard the state directory where nobody names one
     */
    public static Config read(@Nullable Path file, @Nullable Path state, Path standard) throws ConfigException {
        DescriptorLimit descriptors = DescriptorLimit.ofThisProcess();
        if (file == null) {
            return parse(standard.resolve("defaults"), "", state, standard, descriptors);
        }
        try {
            return parse(file, Files.readString(file), state, standard, descriptors);
        } catch (IOException e) {
            throw new ConfigException(file + ": cannot be read: " + e, e);
        }
    }

    static Config parse(Path file, String text, @Nullable Path state, Path standard) throws ConfigException {
        return parse(file, text, state, standard, DescriptorLimit.NONE);
    }

    static Config parse(Path file, String text, @Nullable Path state, Path standard, DescriptorLimit descriptors)
            throws ConfigException {
        Node document = NodeReader.read(String.valueOf(file.getFileName()), text);
        Path folder = file.toAbsolutePath().getParent();
        return new ConfigFile(folder == null ? file : folder, state, standard, descriptors)
                .config(Section.of("", document));
    }

    private Config config(Section top) throws ConfigException {
        Path configured = path(top, "state", folder, standardState);
        Path state = (chosenState == null ? configured : chosenState).toAbsolutePath();
        Section guard = top.section("guard");
        Section intercept = top.section("intercept");
        Config.Skills skills = skills(top.section("skills"), guard);
        FetchSettings fetch = FetchSection.read(top.section("fetch"), folder, state);
        var config = new Config(
                proxy(top.section("proxy"), intercept),
                admin(top.section("admin"), state),
                state,
                guardrails(top),
                egress(top.section("egress")),
                audit(top.section("audit"), state),
                limits(top.section("limits")),
                policy(top.section("policy"), top.section("decision")),
                intercept(intercept, state),
                top.has("arcp") ? arcp(top.section("arcp")) : null,
                guard(top.section("lease"), guard),
                skills,
                HarnessSection.read(top.section("harness"), folder, fetch.known()),
                fetch,
                ServerSection.read(top.section("api_servers"), folder),
                OperationSection.read(top),
                warnings);
        top.end();
        return config;
    }

    private Config.@Nullable Guardrails guardrails(Section top) throws ConfigException {
        Config.SigningKey key = top.has("guardrails_key") ? signingKey(top.section("guardrails_key")) : null;
        if (!top.has("guardrails")) {
            if (key != null) {
                throw top.place("guardrails_key").error("guardrails_key: there are no guardrails that it could be for");
            }
            return null;
        }
        var guardrails = new Config.Guardrails(path(top, "guardrails", folder, folder), key);
        if (key != null && !guardrails.isBundle()) {
            throw top.place("guardrails_key").error("guardrails_key: a folder is not signed (expected: *.tar.gz)");
        }
        return guardrails;
    }

    private Config.Arcp arcp(Section section) throws ConfigException {
        if (!section.has("url") || !section.has("token_file")) {
            throw section.place("url").error("arcp: url and token_file are both needed");
        }
        var arcp = new Config.Arcp(
                section.read(
                        "url", URI.create("wss://none"), "wss://HOST/PATH, or ws:// on loopback", Values::webSocket),
                path(section, "token_file", folder, folder),
                section.read("poll", Duration.ofSeconds(1), Values.DURATION, Values::duration));
        section.end();
        if (arcp.poll().compareTo(SHORTEST_POLL) < 0) {
            warnings.add("arcp.poll: " + arcp.poll().toMillis() + " ms asks the runtime for its jobs more than "
                    + Duration.ofSeconds(1).dividedBy(SHORTEST_POLL) + " times a second");
        }
        warnings.addAll(TokenFiles.readableByOthers(List.of(arcp.tokenFile())));
        return arcp;
    }

    private Config.SigningKey signingKey(Section section) throws ConfigException {
        @Nullable String algorithm = section.text("algorithm");
        if (algorithm == null || !section.has("file")) {
            throw section.place("file").error("guardrails_key: file and algorithm are both needed");
        }
        @Nullable String scope = section.text("scope");
        var key = new Config.SigningKey(
                path(section, "file", folder, folder), algorithm, section.text("id"), scope == null ? "" : scope);
        section.end();
        return key;
    }

    private static Config.Proxy proxy(Section section, Section intercept) throws ConfigException {
        List<InetSocketAddress> listen =
                section.list("listen", List.of(Values.loopback(3128)), "ADDRESS:PORT", Values::socketAddress);
        if (listen.isEmpty()) {
            throw section.place("listen").error("proxy.listen: empty (expected: at least one ADDRESS:PORT)");
        }
        Map<SandboxId, InetSocketAddress> ports = ports(section);
        var exceptions = new HostExceptions(
                intercept.hosts("allow_missing_sni"), intercept.hosts("allow_ech"), section.hosts("decode_slash"));
        section.end();
        return new Config.Proxy(listen, ports, exceptions);
    }

    private static Map<SandboxId, InetSocketAddress> ports(Section section) throws ConfigException {
        var ports = new LinkedHashMap<SandboxId, InetSocketAddress>();
        var addresses = section.map("ports", "ADDRESS:PORT", Values::socketAddress);
        for (var entry : addresses.entrySet()) {
            SandboxId id = SandboxId.parse(entry.getKey());
            if (id == null) {
                throw section.place("ports")
                        .error("proxy.ports: " + entry.getKey() + " (expected: the id of a sandbox)");
            }
            ports.put(id, entry.getValue());
        }
        return ports;
    }

    private Config.Admin admin(Section section, Path state) throws ConfigException {
        InetSocketAddress listen =
                section.read("listen", Values.loopback(3129), "LOOPBACK-ADDRESS:PORT", Values::loopbackAddress);
        Path token = path(section, "token_file", state, state.resolve("admin.token"));
        var roles = new HashMap<Path, String>();
        section.map("roles", "runner, security or reader", Values::role)
                .forEach((file, role) -> roles.put(state.resolve(file).normalize(), role));
        section.end();
        warnings.addAll(TokenFiles.readableByOthers(
                Stream.concat(Stream.of(token), roles.keySet().stream().sorted())
                        .toList()));
        return new Config.Admin(listen, token, roles);
    }

    private Config.Egress egress(Section section) throws ConfigException {
        Section dns = section.section("dns");
        List<InetSocketAddress> servers = dns.list("servers", List.of(), "ADDRESS:PORT", Values::dnsServer);
        dns.end();
        var egress = new Config.Egress(
                servers,
                section.map("hosts", "ADDRESS or ADDRESS:PORT", Values::word),
                section.list("allow_addresses", List.of(), "a CIDR block", Values::word),
                section.list("trust", List.of(), "a file of certificates in PEM", Values::word).stream()
                        .map(file -> folder.resolve(file).normalize())
                        .toList());
        section.end();
        return egress;
    }

    private Config.Audit audit(Section section, Path state) throws ConfigException {
        Path file = path(section, "file", state, state.resolve("audit.jsonl"));
        boolean refuse = section.read("on_failure", true, AUDIT_FAILURE, Values::refuseOrContinue);
        section.end();
        return new Config.Audit(file, refuse);
    }

    private Config.Limits limits(Section section) throws ConfigException {
        Config.Limits limits = LimitsSection.read(section, descriptors);
        int maxOpen = limits.proxy().connections().maxOpen();
        if (!descriptors.bears(maxOpen)) {
            warnings.add("limits.max_open: " + maxOpen + " connections and as many to targets do not fit into the "
                    + descriptors.most() + " files that this process may have open (ulimit -n)");
        }
        return limits;
    }

    private static Config.Policy policy(Section policy, Section decision) throws ConfigException {
        var read = new Config.Policy(
                policy.read("compile_timeout", Duration.ofSeconds(10), Values.DURATION, Values::duration),
                policy.read("guardrails_compile_timeout", Duration.ofSeconds(60), Values.DURATION, Values::duration),
                policy.read("compilation", ToBytecode.WHEN_USED, "at_load, when_used or never", Values::toBytecode),
                evaluation(policy),
                modules(policy),
                decision.read("cache_bytes", 65_536, "a number from 0 to 67108864", Values.number(0, 64 << 20)),
                policy.read("rego_version", RegoVersion.V1, REGO_VERSION, Values::regoVersion),
                policy.read("guardrails_rego_version", RegoVersion.V1, REGO_VERSION, Values::regoVersion));
        policy.end();
        decision.end();
        return read;
    }

    private static Limits evaluation(Section policy) throws ConfigException {
        Limits byDefault = Limits.DEFAULT;
        return new Limits(
                policy.read(
                        "max_steps",
                        (int) byDefault.steps(),
                        "a number from 1000 to 100000000",
                        Values.number(1000, 100_000_000)),
                policy.read(
                        "max_memory",
                        (int) byDefault.memoryBytes(),
                        "a number of bytes from 65536 to 1073741824",
                        Values.number(65_536, 1 << 30)),
                policy.read(
                        "max_depth",
                        byDefault.depth(),
                        "a number from 50 to " + Limits.MAX_DEPTH,
                        Values.number(50, Limits.MAX_DEPTH)),
                byDefault.strictErrors());
    }

    private static WasmLimits modules(Section policy) throws ConfigException {
        WasmLimits byDefault = WasmLimits.DEFAULT;
        return new WasmLimits(
                byDefault.moduleBytes(),
                policy.read(
                        "wasm_memory",
                        byDefault.memoryBytes(),
                        "a number of bytes from 1048576 to 1073741824",
                        Values.number(1 << 20, 1 << 30)),
                byDefault.resultBytes(),
                policy.read("wasm_timeout", byDefault.time(), Values.DURATION, Values::duration),
                policy.read(
                        "wasm_instances", byDefault.instances(), "a number from 1 to 1000", Values.number(1, 1000)));
    }

    private Config.Intercept intercept(Section section, Path state) throws ConfigException {
        boolean on = section.read("mode", true, "on or off", Values::onOrOff);
        boolean encrypted = section.read("ca_keys", true, "encrypted or memory", Values::encryptedOrMemory);
        Path keyFile = path(section, "ca_key_file", state, state.resolve("ca.key"));
        TlsProvider tls = section.has("tls")
                ? section.read("tls", TlsProvider.JDK, "boringssl or jdk", Values::tlsProvider)
                : null;
        section.pass("tls");
        section.end();
        return new Config.Intercept(on, encrypted ? keyFile : null, tls);
    }

    private static Config.UnwrittenSpending unwrittenSpending(Section section) throws ConfigException {
        var setting = new Config.UnwrittenSpending(
                section.read("for", Duration.ofSeconds(5), Values.DURATION, Values::duration),
                section.read("then", true, "refuse or continue", Values::refuseOrContinue));
        section.end();
        return setting;
    }

    private static Config.Guard guard(Section lease, Section section) throws ConfigException {
        var guard = new Config.Guard(
                lease.read("require_model_use", true, "true or false", Values::trueOrFalse),
                lease.read("host_star", LeaseRules.HostStar.LABELS, "labels or label", Values::hostStar),
                lease.read("expiry_grace", Duration.ZERO, "0, or a duration up to 1s", Values::grace),
                unwrittenSpending(lease.section("unwritten_spending")),
                section.list("closed_paths", List.of(), "an absolute path, or **/ and names", Values::closedPath));
        lease.end();
        section.end();
        return guard;
    }

    private Config.Skills skills(Section section, Section guard) throws ConfigException {
        return SkillSection.read(
                section, section.has("registry") ? path(section, "registry", folder, folder) : null, guard);
    }

    private static Path path(Section section, String key, Path base, Path byDefault) throws ConfigException {
        @Nullable String text = section.text(key);
        return text == null ? byDefault : base.resolve(text).normalize();
    }
}

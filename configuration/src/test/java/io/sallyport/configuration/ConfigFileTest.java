package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.auditstore.StoreSettings;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Values;
import io.sallyport.decision.buffers.BufferLimits;
import io.sallyport.decision.rates.RateBounds;
import io.sallyport.egress.DialLimits;
import io.sallyport.fetch.cache.CacheBounds;
import io.sallyport.leasebridge.harness.Forges;
import io.sallyport.leasebridge.network.UnseenPrograms;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Mode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.RegoVersion;
import io.sallyport.proxy.enforce.HostExceptions;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.listener.HeadLimits;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.wasm.WasmLimits;
import io.sallyport.transport.PooledBuffers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {
    private static final Path FILE = Path.of("/etc/sallyport/gateway.yaml");
    private static final Path STATE = Path.of("/var/lib/sallyport");

    @ParameterizedTest
    @ValueSource(
            strings = {"dns.example:53", "", "192.0.2.53", "192.0.2.53:0", "192.0.2.53:65536", "192.0.2:53", "::1"})
    void whatIsNoAddressAndPortIsNoNameServer(String text) {
        assertThat(Values.dnsServer(text)).isNull();
    }

    @Test
    void anEmptyFileIsAllDefaults() throws ConfigException {
        Config config = parse("");
        assertThat(config.proxy().listen()).containsExactly(address("127.0.0.1", 3128));
        assertThat(config.admin().listen()).isEqualTo(address("127.0.0.1", 3129));
        assertThat(config.admin().tokenFile()).isEqualTo(STATE.resolve("admin.token"));
        assertThat(config.state()).isEqualTo(STATE);
        assertThat(config.guardrails()).isNull();
        assertThat(config.audit())
                .isEqualTo(new Config.Audit(
                        STATE.resolve("audit.jsonl"),
                        false,
                        true,
                        new AuditSegments(256L << 20, Duration.ofHours(24), true, 0, Duration.ZERO, true),
                        new AuditRedaction(Set.of(), List.of()),
                        RecordedMembers.NONE,
                        new StoreSettings(STATE.resolve("audit-store"), Duration.ofDays(30), 8L << 30, 32L << 20)));
        assertThat(config.limits())
                .isEqualTo(new Config.Limits(
                        ProxyLimits.DEFAULT,
                        DialLimits.DEFAULT,
                        1000,
                        300,
                        BufferLimits.fittedTo(PooledBuffers.directMemoryBytes()),
                        RateBounds.DEFAULT,
                        10_000));
        assertThat(config.intercept()).isEqualTo(new Config.Intercept(true, STATE.resolve("ca.key"), null));
        assertThat(config.policy().toBytecode()).isEqualTo(ToBytecode.WHEN_USED);
        assertThat(config.egress().hosts()).isEmpty();
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void everyKeyIsRead() throws ConfigException {
        Config config = parse("""
                proxy:  {listen: ["127.0.0.1:0", "[::1]:3128"], ports: {sb-1: "10.0.0.1:4001"}, socks: ["127.0.0.1:1080"], socks_ports: {sb-2: "10.0.0.1:4002"}, tls: {listen: ["127.0.0.1:3443"], cert: "c.pem", key: "/k.pem", client_ca: "ca.pem", http2: false}, proxy_protocol_from: ["10.0.0.0/24"]}
                admin:  {listen: "127.0.0.1:0", token_file: "op.token", roles: {ci.token: runner}}
                state: "here"
                guardrails: "guardrails/"
                egress:
                  dns: {servers: ["192.0.2.53:53"]}
                  hosts: {"registry.local": "127.0.0.1", "api.test:443": "127.0.0.1:18443"}
                  allow_addresses: ["10.1.0.0/16"]
                audit:  {file: "/var/log/audit.jsonl", on_failure: "continue", segments: {max_bytes: 65536, max_age: "1h", compress: false, keep_bytes: 1048576, keep_age: "2d", sign: false}, redact: {members: [peer], paths: ["/reset/*"]}, store: {path: "/var/lib/store", keep_age: "12h", keep_bytes: 16777216}}
                limits: {max_head_bytes: 8192, max_headers: 50, head_timeout: "500ms", connections_per_sandbox: 5, new_names_per_minute: 7, buffered_bytes: 4194304, buffered_bytes_per_sandbox: 1048576, policy_endpoints: 12}
                policy: {compile_timeout: "3s", guardrails_compile_timeout: "30s", compilation: "at_load", rego_version: "v0", switches: ["late-cidr", "root-dot"], allow_dialects: ["openshell"], binaries: "require", max_steps: 5000, max_memory: 1048576, max_depth: 100, wasm_timeout: "50ms", wasm_memory: 2097152, wasm_instances: 3}
                decision: {cache_bytes: 1024}
                lease: {unwritten_spending: {for: "30s", then: "continue"}}
                intercept: {mode: "off", ca_keys: "encrypted", ca_key_file: "/etc/keys/ca.key", tls: "jdk"}
                """);
        assertThat(config.guard().unwrittenSpending())
                .isEqualTo(new Config.UnwrittenSpending(Duration.ofSeconds(30), false));
        assertThat(config.intercept())
                .isEqualTo(new Config.Intercept(false, Path.of("/etc/keys/ca.key"), TlsProvider.JDK));
        assertThat(config.proxy().listen()).containsExactly(address("127.0.0.1", 0), address("::1", 3128));
        assertThat(config.proxy().ports()).isEqualTo(Map.of(new SandboxId("sb-1"), address("10.0.0.1", 4001)));
        assertThat(config.proxy().socks()).containsExactly(address("127.0.0.1", 1080));
        assertThat(config.proxy().socksPorts()).isEqualTo(Map.of(new SandboxId("sb-2"), address("10.0.0.1", 4002)));
        assertThat(config.proxy().loadBalancers()).containsExactly(Cidr.of("10.0.0.0/24"));
        assertThat(config.proxy().tls())
                .isEqualTo(new Config.ProxyTls(
                        List.of(address("127.0.0.1", 3443)),
                        Path.of("/etc/sallyport/c.pem"),
                        Path.of("/k.pem"),
                        Path.of("/etc/sallyport/ca.pem"),
                        false));
        assertThat(config.state()).isEqualTo(Path.of("/etc/sallyport/here"));
        assertThat(config.admin().tokenFile()).isEqualTo(Path.of("/etc/sallyport/here/op.token"));
        assertThat(config.admin().roles()).isEqualTo(Map.of(Path.of("/etc/sallyport/here/ci.token"), "runner"));
        assertThat(config.guardrails()).isEqualTo(new Config.Guardrails(Path.of("/etc/sallyport/guardrails"), null));
        assertThat(config.egress().dnsServers()).containsExactly(address("192.0.2.53", 53));
        assertThat(config.egress().hosts())
                .isEqualTo(Map.of("registry.local", "127.0.0.1", "api.test:443", "127.0.0.1:18443"));
        assertThat(config.egress().allowAddresses()).containsExactly("10.1.0.0/16");
        assertThat(config.audit())
                .isEqualTo(new Config.Audit(
                        Path.of("/var/log/audit.jsonl"),
                        true,
                        false,
                        new AuditSegments(65_536, Duration.ofHours(1), false, 1 << 20, Duration.ofHours(48), false),
                        new AuditRedaction(Set.of("peer"), List.of("/reset/*")),
                        RecordedMembers.NONE,
                        new StoreSettings(Path.of("/var/lib/store"), Duration.ofHours(12), 16_777_216, 32L << 20)));
        assertThat(config.limits().proxy().request()).isEqualTo(new HeadLimits(8192, 8192, 50, Duration.ofMillis(500)));
        assertThat(config.limits().connectionsPerSandbox()).isEqualTo(5);
        assertThat(config.limits().newNamesPerMinute()).isEqualTo(7);
        assertThat(config.limits().buffers()).isEqualTo(new BufferLimits(4 << 20, 1 << 20));
        assertThat(config.limits().policyEndpoints()).isEqualTo(12);
        assertThat(config.policy())
                .isEqualTo(new Config.Policy(
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(30),
                        ToBytecode.AT_LOAD,
                        new Limits(5000, 1 << 20, 100, false),
                        new WasmLimits(8 << 20, 2 << 20, 1 << 20, Duration.ofMillis(50), 3),
                        1024,
                        RegoVersion.V0,
                        RegoVersion.V1,
                        PolicyDialect.STRICT.with(Set.of(PolicySwitch.LATE_CIDR, PolicySwitch.ROOT_DOT)),
                        Set.of("openshell"),
                        Mode.ENFORCE,
                        UnseenPrograms.REQUIRE,
                        64 << 20));
    }

    @Test
    void guardrailsMayBeASignedBundle() throws ConfigException {
        Config config = parse("""
                guardrails: "team.tar.gz"
                guardrails_key: {file: "team.pem", algorithm: "ES256", id: "team", scope: "prod"}
                """);
        var key = new Config.SigningKey(Path.of("/etc/sallyport/team.pem"), "ES256", "team", "prod");
        assertThat(config.guardrails()).isEqualTo(new Config.Guardrails(Path.of("/etc/sallyport/team.tar.gz"), key));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wss://runtime.example.com/arcp",
                "ws://127.0.0.1:7777/arcp",
                "ws://[::1]:1/a",
                "ws://localhost:1/a"
            })
    void aRuntimeIsReachedOverTlsOrOnThisMachine(String url) throws ConfigException {
        Config.Arcp arcp = parse("arcp: {url: \"" + url + "\", token_file: t}").arcp();
        assertThat(arcp)
                .isEqualTo(new Config.Arcp(URI.create(url), Path.of("/etc/sallyport/t"), Duration.ofMillis(100)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    proxi: {}                       | gateway.yaml:1:1: proxi: unknown key
                    proxy: {listn: []}              | gateway.yaml:1:9: proxy.listn: unknown key
                    proxy: {listen: []}             | proxy.listen: empty
                    proxy: {listen: 127.0.0.1:1}    | proxy.listen: a value (expected: a list)
                    proxy: {listen: ['host:1']}     | proxy.listen: host:1 (expected: ADDRESS:PORT)
                    proxy: {listen: ['1.2.3.4:65536']} | (expected: ADDRESS:PORT)
                    proxy: {ports: {'a b': '127.0.0.1:1'}} | proxy.ports: a b (expected: the id of a sandbox)
                    proxy: {ports: {sb-1: 4001}}    | proxy.ports.sb-1: 4001 (expected: ADDRESS:PORT)
                    proxy: []                       | proxy: a list (expected: a mapping)
                    admin: {listen: '0.0.0.0:3129'} | admin.listen: 0.0.0.0:3129 (expected: LOOPBACK-ADDRESS:PORT)
                    admin: {roles: {x: king}}       | admin.roles.x: king (expected: runner, security or reader)
                    lease: {unwritten_spending: {then: stop}} | gateway.yaml:1:36: lease.unwritten_spending.then: stop (expected: refuse or continue)
                    audit: {on_failure: maybe}      | gateway.yaml:1:21: audit.on_failure: maybe (expected: refuse or continue)
                    audit: {file: []}               | audit.file: a list
                    limits: {head_timeout: 10}      | limits.head_timeout: 10 (expected: a duration
                    limits: {head_timeout: 0s}      | limits.head_timeout: 0s
                    limits: {buffered_bytes: 4194304, buffered_bytes_per_sandbox: 4194305} | limits.buffered_bytes_per_sandbox: 4194305 (expected: a number of bytes from 1048576 to 4194304)
                    limits: {buffered_bytes: 1} | limits.buffered_bytes: 1 (expected: a number of bytes from 1048576
                    limits: {max_headers: 0}        | limits.max_headers: 0 (expected: a number from 1 to 10000)
                    limits: {max_headers: 1e3}      | limits.max_headers: 1e3
                    limits: {max_headers: null}     | limits.max_headers: nothing
                    state: ''                       | state:
                    guardrails_key: {file: a, algorithm: ES256} | there are no guardrails
                    {guardrails: a/, guardrails_key: {file: a, algorithm: ES256}} | a folder is not signed
                    'arcp: {url: "ws://127.evil.com/a", token_file: t}' | arcp.url: ws://127.evil.com/a (expected: wss://
                    'arcp: {url: "https://h/a", token_file: t}' | arcp.url: https://h/a
                    'arcp: {url: "wss://u@h/a", token_file: t}' | arcp.url: wss://u@h/a
                    'lease: {host_star: two}'       | lease.host_star: two (expected: labels or label)
                    'arcp: {url: "wss://h/a"}'      | url and token_file are both needed
                    {guardrails: a.tar.gz, guardrails_key: {file: a}} | file and algorithm are both needed
                    {guardrails: a.tar.gz, guardrails_key: {algorithm: ES256}} | file and algorithm are both needed
                    limits: {max_headers: 1, max_headers: 2} | max_headers
                    'egress: {hosts: {a.test: [1]}}' | egress.hosts.a.test: a list
                    """)
    void whatIsWrongIsRefusedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("gateway.yaml:1:")
                .hasMessageContaining(message);
    }

    @Test
    void brokenYamlIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> parse("proxy:\n  listen: [\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessageMatching("(?s)gateway\\.yaml:[23]:.*");
    }

    @Test
    void anEncodedSlashIsOneAtTheHostsThatAreListed() throws ConfigException {
        HostExceptions read =
                parse("proxy: {decode_slash: [packages.test]}").proxy().exceptions();
        assertThat(read.decodedSlash().contains(host("packages.test"))).isTrue();
        assertThat(read.decodedSlash().contains(host("old.test"))).isFalse();
        assertThat(parse("").proxy().exceptions()).isEqualTo(HostExceptions.NONE);
        assertThatThrownBy(() -> parse("proxy: {decode_slash: ['*']}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("proxy.decode_slash: *");
    }

    @Test
    void hostsAreExceptedFromTheRulesOnServerNames() throws ConfigException {
        HostExceptions read = parse("intercept: {allow_missing_sni: ['old.test', '*.old.test'], allow_ech: [ech.test]}")
                .proxy()
                .exceptions();
        assertThat(read.withoutServerName().contains(host("a.old.test"))).isTrue();
        assertThat(read.withoutServerName().contains(host("ech.test"))).isFalse();
        assertThat(read.withEncryptedHello().contains(host("ech.test"))).isTrue();
        assertThatThrownBy(() -> parse("intercept: {allow_ech: ['a b']}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("intercept.allow_ech: a b");
    }

    private static CanonicalHost host(String name) {
        return ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(name)).value();
    }

    @Test
    void keysOfCasMayStayInMemory() throws ConfigException {
        assertThat(parse("intercept: {ca_keys: memory, tls: boringssl}").intercept())
                .isEqualTo(new Config.Intercept(true, null, TlsProvider.BORINGSSL));
        assertThatThrownBy(() -> parse("intercept: {ca_keys: disk}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("intercept.ca_keys: disk (expected: encrypted or memory)");
        assertThat(parse("intercept: {mode: off}").intercept().on()).isFalse();
        assertThatThrownBy(() -> parse("intercept: {mode: sometimes}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("intercept.mode: sometimes (expected: on or off)");
        assertThatThrownBy(() -> parse("intercept: {tls: openssl}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("intercept.tls: openssl (expected: boringssl or jdk)");
    }

    @Test
    void theStateOfTheCommandLineWins() throws ConfigException {
        Config config = ConfigFile.parse(FILE, "state: here\naudit: {file: a.jsonl}\n", Path.of("/flag"), STATE);
        assertThat(config.state()).isEqualTo(Path.of("/flag"));
        assertThat(config.audit().file()).isEqualTo(Path.of("/flag/a.jsonl"));
    }

    @Test
    void aSecondDocumentIsRefused() {
        assertThatThrownBy(() -> parse("state: a\n---\nstate: b\n")).hasMessageContaining("a second document");
    }

    @Test
    void trustedFilesLieBesideTheConfiguration() throws ConfigException {
        assertThat(parse("egress: {trust: [corp-ca.pem, /etc/other.pem]}\n")
                        .egress()
                        .trust())
                .containsExactly(FILE.resolveSibling("corp-ca.pem"), Path.of("/etc/other.pem"));
    }

    @Test
    void fetchIsServedByTheProxyAndListensOnlyWhereItIsToldTo() throws ConfigException {
        assertThat(parse("").fetch().listen()).isNull();
        assertThat(parse("").fetch().advertisedUrl()).isEqualTo("http://sallyport.internal/fetch");
        assertThat(parse("").fetch().cache()).isEqualTo(STATE.toAbsolutePath().resolve("cache"));
        assertThat(parse("").fetch().cacheBounds()).isEqualTo(new CacheBounds(16L << 30, 1L << 30));
        assertThat(parse("").fetch().sandboxBytes()).isEqualTo(4L << 30);
        assertThat(parse("fetch: {cache_bytes: 5000000000, cache_free_bytes: 7, sandbox_bytes: 6000000000}\n")
                        .fetch())
                .satisfies(fetch -> {
                    assertThat(fetch.cacheBounds()).isEqualTo(new CacheBounds(5_000_000_000L, 7));
                    assertThat(fetch.sandboxBytes()).isEqualTo(6_000_000_000L);
                });
        assertThat(parse("fetch: {listen: '0.0.0.0:3130'}\n").fetch().advertisedUrl())
                .isEqualTo("http://sallyport.internal/fetch");
        assertThat(parse("fetch: {listen: '127.0.0.1:0', directory: skills, shown: /sandbox/skills}\n")
                        .fetch())
                .isNotNull()
                .satisfies(fetch -> {
                    assertThat(fetch.directory()).isEqualTo(FILE.resolveSibling("skills"));
                    assertThat(fetch.forges())
                            .extracting(site -> site.host().isEnabled())
                            .containsExactly(true, false);
                });
        assertThat(parse("fetch: {forges: {git.corp.test: {kind: gitlab, api: 'https://git.corp.test/api/v4'}}}\n")
                        .fetch())
                .isNotNull()
                .satisfies(with -> assertThat(with.forges()).hasSize(3));
    }

    @Test
    void theForgesOfFetchesAreThoseOfHarnessFiles() throws ConfigException {
        Config config = parse("fetch: {allowlist_ignore_case: false, forges: {git.corp.test: {kind: gitlab,"
                + " api: 'https://git.corp.test/api/v4'}}}\n");
        assertThat(config.harness().forges())
                .isEqualTo(new Forges(Set.of("github.com"), Set.of("gitlab.com", "git.corp.test"), false))
                .isEqualTo(config.fetch().known());
    }

    @Test
    void gitIsAskedAtTheForgesHostUnlessItsApiIsElsewhere() throws ConfigException {
        assertThat(git("")).isEqualTo("https://github.com/");
        assertThat(git("fetch: {forges: {github.com: {git: never}}}\n")).isEqualTo("null");
        assertThat(git("fetch: {forges: {github.com: {api: 'http://forge.test'}}}\n"))
                .isEqualTo("null");
        assertThat(git("fetch: {forges: {github.com: {api: 'http://forge.test', git: 'http://git.test/'}}}\n"))
                .isEqualTo("http://git.test/");
        assertThatThrownBy(() -> git("fetch: {forges: {github.com: {git: 'ssh://git.test/'}}}\n"))
                .hasMessageContaining("git is an http or https URL");
    }

    private static String git(String text) throws ConfigException {
        CanonicalUrl git = parse(text).fetch().forges().getFirst().git();
        return git == null ? "null" : git.scheme().name().toLowerCase(Locale.ROOT) + "://" + git.authority() + "/";
    }

    @Test
    void anUploadCommandIsAProgramThatIsThereAndAnArgumentForTheSource() throws ConfigException {
        assertThat(parse("fetch: {shown: /s, upload: [cp, '{source}', '{destination}']}\n")
                        .fetch()
                        .upload())
                .isNotNull();
        assertThatThrownBy(() -> parse("fetch: {shown: /s, upload: [cp, x]}\n"))
                .hasMessageContaining("nothing would be carried");
        assertThatThrownBy(() -> parse("fetch: {shown: /s, upload: [no-such-program, '{source}']}\n"))
                .hasMessageContaining("no program");
        assertThatThrownBy(() -> parse("fetch: {upload: [cp, '{source}']}\n")).hasMessageContaining("needs shown");
        assertThatThrownBy(() -> parse("fetch: {shown: /s, upload: [cp, '{source}'], upload_timeout: 26s}\n"))
                .hasMessageContaining("at most the 25s of a whole fetch");
        assertThatThrownBy(() -> parse("fetch: {shown: /s, directory: d, upload: [cp, '{source}']}\n"))
                .hasMessageContaining("no directory beside it");
        assertThatThrownBy(() -> parse("fetch: {shown: /s, upload: [cp, '{source}'], upload_environment: ['A=B']}\n"))
                .hasMessageContaining("the name of a variable");
    }

    @Test
    void fetchSettingsThatCannotWorkAreRefused() throws ConfigException {
        for (String nowhere : List.of("http://[::]:3130/fetch", "http://0.0.0.0/fetch", "http://[::ffff:0:0]/", "x")) {
            assertThatThrownBy(() -> parse("fetch: {advertised_url: '" + nowhere + "'}\n"))
                    .as(nowhere)
                    .hasMessageContaining("advertised_url");
        }
        assertThatThrownBy(() -> parse("fetch: {forges: {git.corp.test: {kind: gitlab}}}\n"))
                .hasMessageContaining("kind and api are both needed");
        for (String shown : List.of("skills", "/skills/", "/a//b", "/a/../b", "/a/.", "/a\\nb", "/a\\x7Fb")) {
            assertThatThrownBy(() -> parse("fetch: {shown: \"" + shown + "\"}\n"))
                    .as(shown)
                    .hasMessageContaining("an absolute path");
        }
        assertThat(parse("fetch: {shown: '/a/..b/.c'}\n").fetch().shown()).isEqualTo("/a/..b/.c");
        String site = "{kind: github, api: 'https://api.github.com'}";
        assertThatThrownBy(() -> parse("fetch: {forges: {GitHub.com: " + site + "}}\n"))
                .hasMessageContaining("fetch.forges.GitHub.com: that host is there already");
        assertThatThrownBy(() -> parse("fetch: {forges: {a.test: " + site + ", a.test.: " + site + "}}\n"))
                .hasMessageContaining("that host is there already");
        for (String key : List.of("cache_bytes", "cache_free_bytes", "sandbox_bytes")) {
            assertThatThrownBy(() -> parse("fetch: {" + key + ": 0}\n"))
                    .hasMessageContaining("a number of bytes from 1 to 1125899906842624");
        }
        assertThatThrownBy(() -> parse("fetch: {forges: {github.com: {token_file: none}}}\n"))
                .hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> parse("fetch: {offline: maybe}\n")).hasMessageContaining("true or false");
    }

    private static InetSocketAddress address(String literal, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(literal), port);
    }

    @Test
    void aTokenThatOthersMayReadAndAHastyPollAreWarnedOf(@TempDir Path folder) throws Exception {
        Path token = Files.writeString(folder.resolve("arcp.token"), "t");
        String text = "arcp: {url: \"ws://127.0.0.1:1/\", token_file: \"" + token + "\", poll: \"1ms\"}\n"
                + "admin: {token_file: \"" + token + "\"}\n";
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(parse(text).warnings())
                .filteredOn(warning -> warning.startsWith(token + " holds a token"))
                .hasSize(2);
        assertThat(parse(text).warnings()).anyMatch(warning -> warning.startsWith("arcp.poll: 1 ms "));
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        assertThat(parse(text.replace("1ms", "100ms")).warnings()).isEmpty();
    }

    private static Config parse(String text) throws ConfigException {
        return ConfigFile.parse(FILE, text, null, STATE);
    }

    @Test
    void sandboxesAreGivenAnotherHostForTheProxyThanItsAddress() throws Exception {
        assertThat(parse("").proxy().advertisedHost()).isNull();
        assertThat(parse("proxy: {advertised_host: Gateway}\n").proxy().advertisedHost())
                .isEqualTo("gateway");
        assertThat(parse("proxy: {advertised_host: '2001:db8::1'}\n").proxy().advertisedHost())
                .isEqualTo("[2001:db8::1]");
        for (String nowhere : List.of("0.0.0.0", "::", "gateway:3128", "http://gateway", "a b", "")) {
            assertThatThrownBy(() -> parse("proxy: {advertised_host: '" + nowhere + "'}\n"))
                    .as(nowhere)
                    .hasMessageContaining("proxy.advertised_host");
        }
    }

    @Test
    void addressesAreOneSandboxsAlone() throws Exception {
        assertThat(parse("proxy: {sources: {sb-1: 10.231.1.2, sb-2: '2001:db8::/64'}}\n")
                        .proxy()
                        .sources())
                .isEqualTo(Map.of(
                        new SandboxId("sb-1"), Cidr.of("10.231.1.2"), new SandboxId("sb-2"), Cidr.of("2001:db8::/64")));
        for (String bad :
                List.of("{sb-1: 127.0.0.1}", "{sb-1: 10.0.0.0/8, sb-2: 10.0.0.1}", "{sb-1: host}", "[10.0.0.1]")) {
            assertThatThrownBy(() -> parse("proxy: {sources: " + bad + "}\n"))
                    .as(bad)
                    .hasMessageContaining("proxy.sources");
        }
    }
}

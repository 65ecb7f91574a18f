package io.sallyport.configuration;

import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Values;
import io.sallyport.model.host.Cidr;
import io.sallyport.policycompiler.LeaseRules;
import io.sallyport.proxy.intercept.TlsProvider;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** The keys that {@link ConfigFile} reads itself. */
final class GatewayKeys {
    private static final Keys TOP = new Keys("");
    static final Key<String> STATE = TOP.optional(
            "state", Forms.FOLDER, "`sallyport/` under `$XDG_STATE_HOME` or `~/.local/state`", "The state directory.");
    static final Key<String> GUARDRAILS = TOP.optional(
            "guardrails",
            Form.text("the path of a folder or of a bundle, *.tar.gz", text -> text.isEmpty() ? null : text),
            "by the API, kept in the state",
            "Guardrails that the operator keeps. They are then the only source.");

    private static final Keys GUARDRAILS_KEYS = new Keys("guardrails_key");
    static final Key<String> KEY_FILE = GUARDRAILS_KEYS.optional(
            "file",
            Forms.FILE,
            "the bundle is not signed",
            "PEM of a public key or a certificate, or a secret: who must have signed the bundle. Needs `algorithm`.");
    static final Key<String> KEY_ALGORITHM =
            GUARDRAILS_KEYS.optional("algorithm", Form.STRING, "none", "How it was signed, such as `ES256`.");
    static final Key<String> KEY_ID =
            GUARDRAILS_KEYS.optional("id", Form.STRING, "any", "What signatures call the key.");
    static final Key<String> KEY_SCOPE =
            GUARDRAILS_KEYS.optional("scope", Form.STRING, "any", "What signatures must be for.");

    private static final Keys PROXY = new Keys("proxy");
    static final Key<InetSocketAddress> PROXY_LISTEN =
            PROXY.list("listen", Forms.ADDRESS, "`127.0.0.1:3128`", "Where the proxy listens; at least one.");
    static final Key<String> ADVERTISED_HOST = PROXY.optional(
            "advertised_host",
            Form.text("a name or address that sandboxes reach", AdvertisedUrl::reachableHost),
            "the address of each listener",
            "The host in the URLs of the proxy that sandboxes are given, such as its name in a network of containers.");
    static final Key<InetSocketAddress> PORTS = PROXY.map(
            "ports",
            Forms.ADDRESS,
            "none",
            "Ports that are one sandbox's alone, by the sandbox' id ([clients](clients.md)).");
    static final Key<InetSocketAddress> SOCKS =
            PROXY.list("socks", Forms.ADDRESS, "none", "Where the proxy speaks SOCKS5 ([clients](clients.md#socks5)).");
    static final Key<InetSocketAddress> SOCKS_PORTS =
            PROXY.map("socks_ports", Forms.ADDRESS, "none", "The same as `ports`, for SOCKS5.");
    static final Key<Cidr> SOURCES = PROXY.map(
            "sources",
            Forms.BLOCK,
            "none",
            "Addresses that are one sandbox's alone, by the sandbox' id ([clients](clients.md#a-source-address)).");
    static final Key<Cidr> PROXY_PROTOCOL_FROM = PROXY.list(
            "proxy_protocol_from",
            Forms.BLOCK,
            "none",
            "Load balancers: their connections begin with a header of the PROXY protocol"
                    + " ([clients](clients.md#behind-a-load-balancer)).");
    static final Key<String> DECODE_SLASH =
            PROXY.list("decode_slash", Forms.HOST, "none", "Hosts where `%2F` in a path is a slash.");

    private static final Keys PROXY_TLS = new Keys("proxy.tls");
    static final Key<InetSocketAddress> TLS_LISTEN = PROXY_TLS.list(
            "listen",
            Forms.ADDRESS,
            "none",
            "Where the proxy speaks TLS ([clients](clients.md#tls-to-the-proxy)). Needs `cert` and `key`.");
    static final Key<String> TLS_CERT = PROXY_TLS.optional(
            "cert", Forms.FILE, "none", "Its certificate and the chain behind it, PEM; read again at SIGHUP.");
    static final Key<String> TLS_KEY =
            PROXY_TLS.optional("key", Forms.FILE, "none", "The certificate's key, PEM; read again at SIGHUP.");
    static final Key<String> TLS_CLIENT_CA =
            PROXY_TLS.optional("client_ca", Forms.FILE, "no client certificates", "Roots of client certificates, PEM.");

    static final Key<Boolean> TLS_HTTP2 =
            PROXY_TLS.value("http2", Form.TRUTH, true, "Whether HTTP/2 is offered there, beside HTTP/1.1.");

    private static final Keys ADMIN = new Keys("admin");
    static final Key<InetSocketAddress> ADMIN_LISTEN =
            ADMIN.value("listen", Forms.LOOPBACK, Values.loopback(3129), "Where the control API listens.");
    static final Key<String> TOKEN_FILE = ADMIN.optional(
            "token_file",
            Forms.FILE,
            "`admin.token` in the state directory",
            "The operator's token, made at the first start.");
    static final Key<String> ROLES = ADMIN.map(
            "roles",
            Form.text("runner, security or reader", Values::role),
            "none",
            "Further token files and the role of each one's token.");

    private static final Keys EGRESS = new Keys("egress");
    private static final Keys DNS = new Keys("egress.dns");
    static final Key<InetSocketAddress> DNS_SERVERS =
            DNS.list("servers", Forms.DNS_SERVER, "the system's", "Name servers.");
    static final Key<String> HOSTS = EGRESS.map(
            "hosts",
            Form.text("ADDRESS or ADDRESS:PORT", Values::word),
            "none",
            "Local services by `NAME` or `NAME:PORT`. The address class is waived for that name only.");
    static final Key<String> ALLOW_ADDRESSES = EGRESS.list(
            "allow_addresses",
            Form.text("a CIDR block", Values::word),
            "none",
            "Blocks that may be dialled although special.");
    static final Key<String> TRUST = EGRESS.list(
            "trust",
            Form.text("a file of certificates in PEM", Values::word),
            "none",
            "Roots that targets' certificates may lead to beside the system's.");

    private static final Keys INTERCEPT = new Keys("intercept");
    static final Key<Boolean> MODE = INTERCEPT.value(
            "mode",
            Form.words(Forms.two("on", true, "off", false)),
            true,
            "Whether tunnels are opened at all. Where not, a CONNECT that policy wants looked into is refused.");
    static final Key<Boolean> CA_KEYS = INTERCEPT.value(
            "ca_keys",
            Form.words(Forms.two("encrypted", true, "memory", false)),
            true,
            "Whether keys of the sandboxes' CAs are written, sealed, or stay in memory.");
    static final Key<String> CA_KEY_FILE = INTERCEPT.optional(
            "ca_key_file", Forms.FILE, "`ca.key` in the state directory", "The key that they are sealed under.");
    static final Key<TlsProvider> TLS = INTERCEPT.optional(
            "tls",
            Form.words(Forms.two("boringssl", TlsProvider.BORINGSSL, "jdk", TlsProvider.JDK)),
            "`boringssl` where its library loads, else `jdk`",
            "The TLS library towards sandboxes.");
    static final Key<String> ALLOW_MISSING_SNI =
            INTERCEPT.list("allow_missing_sni", Forms.HOST, "none", "Hosts whose ClientHello need not name them.");
    static final Key<String> ALLOW_ECH =
            INTERCEPT.list("allow_ech", Forms.HOST, "none", "Hosts whose ClientHello may be encrypted.");

    private static final Keys ARCP = new Keys("arcp");
    static final Key<URI> ARCP_URL = ARCP.optional(
            "url",
            Form.text("wss://HOST/PATH, or ws:// on loopback", Values::webSocket),
            "no runtime is followed",
            "The runtime of ARCP whose jobs are followed. Needs `token_file`.");
    static final Key<String> ARCP_TOKEN_FILE =
            ARCP.optional("token_file", Forms.FILE, "none", "The runtime's bearer token.");
    static final Key<Duration> POLL =
            ARCP.value("poll", Form.DURATION, Duration.ofMillis(100), "How often it is asked which jobs there are.");

    private static final Keys LEASE = new Keys("lease");
    static final Key<Boolean> REQUIRE_MODEL_USE = LEASE.value(
            "require_model_use",
            Form.TRUTH,
            true,
            "Whether a lease without `model.use` grants no model. `false`: it grants every model.");
    static final Key<LeaseRules.HostStar> HOST_STAR = LEASE.value(
            "host_star",
            Form.words(Forms.two("labels", LeaseRules.HostStar.LABELS, "label", LeaseRules.HostStar.LABEL)),
            LeaseRules.HostStar.LABELS,
            "What `*` means as the first label of a host. `label`: exactly one, `**` one or more.");
    static final Key<Duration> EXPIRY_GRACE = LEASE.value(
            "expiry_grace",
            Form.duration("0, or a duration up to 1s", Values::grace).orNumber(),
            Duration.ZERO,
            "How long after its end a lease still holds.");

    private static final Keys SPENDING = new Keys("lease.unwritten_spending");
    static final Key<Duration> SPENDING_FOR = SPENDING.value(
            "for", Form.DURATION, Duration.ofSeconds(5), "How long budgets are spent that cannot be written.");
    static final Key<Boolean> SPENDING_THEN =
            SPENDING.value("then", Forms.REFUSE_OR_CONTINUE, true, "What becomes of spending then.");

    private static final Keys GUARD = new Keys("guard");
    static final Key<String> CLOSED_PATHS = GUARD.list(
            "closed_paths",
            Form.text("an absolute path, or **/ and names", Values::closedPath),
            "none beside those that are always closed",
            "Paths that no sandbox may touch ([guard](guard.md)).");
    static final Key<Integer> EXPLANATIONS = GUARD.value(
            "explanations_per_minute",
            Form.number(1, 100_000),
            60,
            "How often one sandbox may ask [why](explain.md#from-within-the-sandbox); one more is refused with 429.");

    private GatewayKeys() {}

    static List<Keys> all() {
        return List.of(
                TOP, GUARDRAILS_KEYS, PROXY, PROXY_TLS, ADMIN, EGRESS, DNS, INTERCEPT, ARCP, LEASE, SPENDING, GUARD);
    }
}

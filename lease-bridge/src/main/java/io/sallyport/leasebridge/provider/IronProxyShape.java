package io.sallyport.leasebridge.provider;

import static io.sallyport.documents.Shape.list;
import static io.sallyport.documents.Shape.object;
import static io.sallyport.documents.Shape.text;
import static io.sallyport.documents.Shape.truth;
import static io.sallyport.documents.Shape.words;

import io.sallyport.documents.Shape;
import java.util.HashMap;
import java.util.Map;

/** The fields of iron-proxy's configuration that are read, as its packages had them in November 2026. */
public final class IronProxyShape {
    private static final Shape ANYTHING = (_, _, _) -> {};
    private static final Shape FIELD = text(name -> name.matches("[A-Za-z0-9-]{0,64}"), "the name of a field");
    private static final Shape PARAMETER = text(name -> name.matches("[A-Za-z0-9._-]{0,64}"), "a parameter");
    private static final Shape VARIABLE = text(name -> name.matches("[A-Za-z_][A-Za-z0-9_]{0,127}"), "a variable");
    private static final Shape METHOD =
            text(method -> method.matches("\\*|[A-Za-z][A-Za-z-]{0,31}"), "a method, or *,");

    static final Shape RULE = object(Map.of(
            "host", text(host -> !host.isEmpty(), "a host"),
            "cidr", text(),
            "methods", list(METHOD),
            "paths", list(text(path -> path.startsWith("/"), "a path"))));

    public static final Shape ALLOWLIST = object(Map.of(
            "warn", truth(),
            "domains", list(text(host -> !host.isEmpty(), "a host")),
            "cidrs", list(text()),
            "rules", list(ANYTHING)));

    static final Shape SECRETS = object(Map.of("!secrets", list(ANYTHING)));

    public static final Shape DOCUMENT;
    static final Shape SECRET;

    /** Of the transform {@code aws_auth}. */
    static final Shape SIGNING;

    static final Shape TRANSFORM = object(Map.of("!name", text(), "config", ANYTHING));

    static {
        Map<String, Shape> fields = new HashMap<>();
        for (String section : new String[] {
            "dns", "proxy", "tls", "mcp", "mcp_gateway", "postgres", "metrics", "management", "control_plane", "log"
        }) {
            fields.put(section, ANYTHING);
        }
        fields.put("transforms", list(TRANSFORM));
        DOCUMENT = object(Map.copyOf(fields));
    }

    static {
        Map<String, Shape> replace = Map.of(
                "proxy_value", text(),
                "match_headers", list(text()),
                "match_body", truth(),
                "match_path", truth(),
                "match_query", truth(),
                "require", truth());
        Shape source = object(Map.ofEntries(
                Map.entry(
                        "!type",
                        words("env", "file", "aws_sm", "aws_ssm", "1password", "1password_connect", "vault_kv")),
                Map.entry("var", VARIABLE),
                Map.entry("path", text()),
                Map.entry("secret_id", text()),
                Map.entry("region", text()),
                Map.entry("name", text()),
                Map.entry("with_decryption", truth()),
                Map.entry("secret_ref", text()),
                Map.entry("mount", text()),
                Map.entry("ttl", text()),
                Map.entry("failure_ttl", text()),
                Map.entry("json_key", text())));
        Map<String, Shape> fields = new HashMap<>(replace);
        fields.put("!source", source);
        fields.put("!rules", list(ANYTHING));
        fields.put("replace", object(replace));
        fields.put(
                "inject",
                object(Map.of("header", FIELD, "query_param", PARAMETER, "formatter", text(), "require", truth())));
        SECRET = object(Map.copyOf(fields));
        SIGNING = object(Map.of(
                "access_key_id", source,
                "secret_access_key", source,
                "credentials_provider", ANYTHING,
                "allowed_regions", list(text()),
                "allowed_services", list(text()),
                "unsigned_payload", truth(),
                "allow_chunked_body", truth(),
                "!rules", list(ANYTHING)));
    }

    private IronProxyShape() {}
}

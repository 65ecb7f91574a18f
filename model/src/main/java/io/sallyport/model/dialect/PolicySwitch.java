package io.sallyport.model.dialect;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One point in which OpenShell's reading of a network policy is laxer than the strict one. Source: specs, network
 * policy, section 13.
 */
public enum PolicySwitch {
    /** {@code version} is any integer. */
    ANY_VERSION("any-version"),
    /** An endpoint that does not say {@code enforcement} is in audit mode. */
    DEFAULT_AUDIT("default-audit"),
    /** Unknown words of {@code enforcement}, {@code access}, {@code tls}, {@code protocol} and others load. */
    LENIENT_WORDS("lenient-words"),
    /** Rules and hosts that can never match load. */
    INERT_DENY("inert-deny"),
    /** A glob that cannot be read denies what its endpoint covers, instead of refusing the document. */
    LATE_GLOB("late-glob"),
    /** An entry of {@code allowed_ips} that cannot be used opens nothing, instead of refusing the document. */
    LATE_CIDR("late-cidr"),
    /** {@code ports} wins over {@code port}. */
    PORT_AND_PORTS("port-and-ports"),
    /** A host that is written literally may resolve to private addresses. */
    LITERAL_PRIVATE("literal-private"),
    /** A host with a trailing dot in a request matches nothing. */
    ROOT_DOT("root-dot"),
    /** Encoded dot segments and sub-delimiters of a request's path are decoded. */
    DECODE_DOTS("decode-dots"),
    /** {@code %2F} stays in paths of endpoints that say {@code allow_encoded_slash}. */
    ENCODED_SLASH("encoded-slash"),
    /** {@code ;} is an ordinary character of a query, and a query that cannot be read refuses every request. */
    QUERY_SEMICOLON("query-semicolon"),
    /** Methods that a request names beside its own are ignored. */
    METHOD_OVERRIDE("method-override"),
    /** {@code allow_all_known_mcp_methods} allows any method. */
    MCP_ANY_METHOD("mcp-any-method"),
    /** Wildcards over public suffixes load. */
    BROAD_HOSTS("broad-hosts");

    private final String word;

    PolicySwitch(String word) {
        this.word = word;
    }

    /** Returns the word of the configuration. */
    public String word() {
        return word;
    }

    /** Returns the switch of that word, or null. */
    public static @Nullable PolicySwitch of(String word) {
        return Stream.of(values())
                .filter(one -> one.word.equals(word))
                .findFirst()
                .orElse(null);
    }
}

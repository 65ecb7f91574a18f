package io.sallyport.leasebridge.accesslist;

/** Whose access list it is. Each has patterns of its own. */
public enum AccessListKind {
    /** Stripe's Smokescreen: {@code pkg/smokescreen/acl/v1/acl.go}, {@code yaml_loader.go}. */
    SMOKESCREEN("smokescreen"),
    /** Settings of sandbox-runtime: {@code src/sandbox/domain-pattern.ts}, {@code sandbox-config.ts}. */
    SRT("srt"),
    /** The allowlist of iron-proxy: {@code internal/transform/allowlist}, {@code internal/hostmatch}. */
    IRON_PROXY("iron-proxy"),
    /** Domains of GitHub's agent firewall: {@code src/domain-utils.ts}, {@code domain-patterns.ts}, {@code squid/}. */
    AWF("awf"),
    /** ACLs and {@code http_access} of Squid: {@code src/cf.data.pre}, {@code src/acl/}. */
    SQUID("squid"),
    /** Pipelock's portable policy: {@code docs/policy-spec-v0.1.md}. */
    PIPELOCK("pipelock");

    private final String word;

    AccessListKind(String word) {
        this.word = word;
    }

    /** Returns the word of the command line. */
    public String word() {
        return word;
    }
}

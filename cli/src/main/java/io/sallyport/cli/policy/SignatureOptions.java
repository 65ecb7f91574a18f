package io.sallyport.cli.policy;

import picocli.CommandLine.Option;

/** The flags that say how bundles are signed. */
final class SignatureOptions {
    @Option(
            names = "--signing-alg",
            paramLabel = "NAME",
            defaultValue = "RS256",
            description = "The algorithm of signatures: RS, PS, ES or HS with 256, 384 or 512 (default:"
                    + " ${DEFAULT-VALUE}).")
    private String algorithm = "";

    @Option(names = "--scope", paramLabel = "SCOPE", defaultValue = "", description = "The scope of signatures.")
    private String scope = "";

    /** Returns the algorithm, such as {@code RS256}. */
    String algorithm() {
        return algorithm;
    }

    /** Returns the scope; empty for none. */
    String scope() {
        return scope;
    }
}

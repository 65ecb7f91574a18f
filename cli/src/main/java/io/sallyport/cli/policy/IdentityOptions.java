package io.sallyport.cli.policy;

import io.sallyport.decision.VerifiedClaims;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that say what an identity token of the sandbox claims, as if it had been verified. */
final class IdentityOptions {
    @Option(
            names = "--claim",
            paramLabel = "NAME=VALUE",
            description = "A verified claim of the sandbox, repeatable; VALUE is JSON, else text.")
    private Map<String, String> claims = new LinkedHashMap<>();

    @Option(
            names = "--issuer",
            paramLabel = "NAME",
            defaultValue = "local",
            description = "With --claim: the name of the issuer in the configuration (default: ${DEFAULT-VALUE}).")
    private String issuer = "local";

    /** Returns the claims, which never end; null if there are none. */
    @Nullable
    VerifiedClaims read() {
        if (claims.isEmpty()) {
            return null;
        }
        EntryObject read = RegoObject.growing();
        claims.forEach((name, value) -> read.put(name, value(value)));
        return new VerifiedClaims(issuer, Long.MAX_VALUE, read.sealed());
    }

    private static RegoValue value(String text) {
        return switch (RegoJson.parse(text, JsonLimits.DOCUMENT)) {
            case ParsedJson.Accepted(RegoValue value) -> value;
            case ParsedJson.Rejected _ -> RegoString.of(text);
        };
    }
}

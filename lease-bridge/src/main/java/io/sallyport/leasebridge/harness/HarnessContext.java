package io.sallyport.leasebridge.harness;

import io.sallyport.model.SandboxDocuments;
import org.jspecify.annotations.Nullable;

/**
 * What a harness is read under, beside its own text.
 *
 * @param platform whose part of it counts, or null: none does
 * @param allowlistGet whether the allowlist grants GET and HEAD through the proxy as well
 */
public record HarnessContext(
        HarnessSettings settings,
        Surroundings surroundings,
        @Nullable Platform platform,
        boolean allowlistGet) {
    /** That of documents as they were put: with what they bring, and with what the operator lends. */
    public static HarnessContext of(SandboxDocuments documents, HarnessSettings settings) {
        String forge = documents.enclosed().forge();
        return new HarnessContext(
                settings,
                new GivenDocuments(documents.enclosed().files(), settings.lent()),
                forge == null ? null : Platform.of(forge),
                documents.allowlistGet());
    }

    /** Default settings, nothing given with it. */
    public static HarnessContext alone(boolean allowlistGet) {
        return new HarnessContext(HarnessSettings.BY_DEFAULT, GivenDocuments.NONE, null, allowlistGet);
    }
}

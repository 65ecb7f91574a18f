package io.sallyport.leasebridge.harness;

import io.sallyport.model.SandboxDocuments;
import org.jspecify.annotations.Nullable;

/**
 * The context in which a harness is read.
 *
 * @param platform the platform whose part of the harness applies, or null for none
 * @param allowlistGet whether the allowlist also grants GET and HEAD through the proxy
 */
public record HarnessContext(
        HarnessSettings settings,
        Surroundings surroundings,
        @Nullable Platform platform,
        boolean allowlistGet) {
    /** Returns the context of submitted documents: the files that came with them, and the operator's. */
    public static HarnessContext of(SandboxDocuments documents, HarnessSettings settings) {
        String forge = documents.enclosed().forge();
        return new HarnessContext(
                settings,
                new GivenDocuments(documents.enclosed().files(), settings.lent()),
                forge == null ? null : Platform.of(forge),
                documents.allowlistGet());
    }

    /** Returns a context of default settings without any files. */
    public static HarnessContext alone(boolean allowlistGet) {
        return new HarnessContext(HarnessSettings.BY_DEFAULT, GivenDocuments.NONE, null, allowlistGet);
    }
}

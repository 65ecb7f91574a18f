package io.sallyport.leasebridge.harness;

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
    /** Default settings, nothing given with it. */
    public static HarnessContext alone(boolean allowlistGet) {
        return new HarnessContext(HarnessSettings.BY_DEFAULT, GivenDocuments.NONE, null, allowlistGet);
    }
}

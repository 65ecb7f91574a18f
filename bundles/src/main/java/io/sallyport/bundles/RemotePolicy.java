package io.sallyport.bundles;

import org.jspecify.annotations.Nullable;

/**
 * Where policy comes from and status goes to. Immutable.
 *
 * @param status null if it is not reported
 */
public record RemotePolicy(BundleSettings bundle, @Nullable StatusSettings status) {}

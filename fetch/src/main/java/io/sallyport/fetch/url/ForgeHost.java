package io.sallyport.fetch.url;

import io.sallyport.model.host.CanonicalHost;

/**
 * A host whose URLs name skills.
 *
 * @param isEnabled whether anything is fetched from it; where not, its URLs are still known for what they are
 */
public record ForgeHost(CanonicalHost host, ForgeKind kind, boolean isEnabled) {}

package io.sallyport.proxy.intercept;

import io.sallyport.model.host.CanonicalHost;

/** A name under a CA, which is equal only to itself: a re-created sandbox finds nothing of the old one's. */
record LeafName(SandboxCa ca, CanonicalHost name) {}

package io.sallyport.proxy.identity;

import io.sallyport.proxy.listener.HeaderFields;

/**
 * Looks at one kind of evidence: proxy credentials, a port, a client certificate or a source address of its own.
 * Returns at once; safe for concurrent use.
 */
@FunctionalInterface
public interface IdentitySource {
    IdentityEvidence testify(HeaderFields fields, Peer peer);
}

package io.sallyport.proxy.identity;

import io.sallyport.proxy.listener.HeaderFields;

/**
 * Looks at one kind of evidence: proxy credentials, the port, and later a client certificate, a source address. Returns
 * at once; safe for concurrent use.
 */
@FunctionalInterface
public interface IdentitySource {
    IdentityEvidence testify(HeaderFields fields, Peer peer);
}

package io.sallyport.egress;

import io.sallyport.model.CanonicalHost;
import io.sallyport.model.SandboxId;

/**
 * Who wants to go where, and how. Immutable.
 *
 * @param sandbox whose share of resolver and dial slots is used
 * @param host what is resolved; with {@link Wire#TLS} also the one name that the certificate must bear
 * @param port 1..65535
 */
public record Target(SandboxId sandbox, CanonicalHost host, int port, Wire wire) {}

package io.sallyport.proxy.enforce;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.proxy.intercept.ClientHello;

/** The name in a tunnel's ClientHello is the CONNECT host's (docs/decisions/tunnels.md). Immutable. */
record SniRule(HostExceptions exceptions) {
    /**
     * Whether the tunnel may go on.
     *
     * @param inspected whether we are the server of this handshake: an encrypted hello then yields to the name outside,
     *     since we hold no key for it
     */
    Verdict check(ClientHello hello, CanonicalHost host, boolean inspected) {
        if (hello.encrypted() && !inspected && !exceptions.withEncryptedHello().contains(host)) {
            return Verdict.refuse(ReasonCode.ECH_REFUSED);
        }
        String name = hello.serverName();
        if (name == null) {
            // A literal has no place in server_name (RFC 6066 section 3).
            boolean needless =
                    host.isAddress() || exceptions.withoutServerName().contains(host);
            return Verdict.passIf(needless, ReasonCode.SNI_MISSING);
        }
        // The name goes on to the target as it came, so it is the canonical text: no trailing dot (RFC 6066 section 3).
        return Verdict.passIf(name.equalsIgnoreCase(host.text()) && !host.isAddress(), ReasonCode.SNI_MISMATCH);
    }
}

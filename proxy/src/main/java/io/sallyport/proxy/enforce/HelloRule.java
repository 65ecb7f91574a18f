package io.sallyport.proxy.enforce;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.proxy.intercept.ClientHello;
import io.sallyport.proxy.intercept.TunnelProtocols;

/**
 * What a tunnel's ClientHello must say, and what it must not hide: one with an encrypted hello inside is answered by
 * the gateway itself, which has no key for it, so that the client goes on under the name outside
 * (docs/decisions/tunnels.md). Immutable.
 *
 * @param spoken in tunnels that this gateway opens
 */
record HelloRule(SniRule names, TunnelProtocols spoken) {
    private static final HelloVerdict PASSES = new HelloVerdict.Passes();
    private static final HelloVerdict ENCRYPTED =
            new HelloVerdict.LookedInto("looked into, since the TLS hello carries an encrypted one (ECH)");

    HelloVerdict judge(ClientHello hello, AllowedRequest connect) {
        CanonicalHost host = connect.request().host();
        Verdict name = names.check(hello, host, connect.isInspected());
        boolean opens = spoken != TunnelProtocols.NONE && name.equals(Verdict.refuse(ReasonCode.ECH_REFUSED));
        if (opens) {
            name = names.check(hello, host, true);
        }
        if (name instanceof Verdict.Refuse why) {
            return new HelloVerdict.Refused(why.reason());
        }
        if ((opens || connect.isInspected()) && !spoken.serves(hello)) {
            return new HelloVerdict.Refused(ReasonCode.ALPN_REFUSED);
        }
        return opens ? ENCRYPTED : PASSES;
    }
}

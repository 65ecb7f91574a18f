package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.credentials.CredentialRule;
import io.sallyport.proxy.credentials.CredentialScope;
import io.sallyport.proxy.credentials.MarkerScan;
import java.util.function.Supplier;

/**
 * Looks through the body of a request of a sandbox that has keys: no placeholder has a place in one. Confined to its
 * event loop.
 */
public final class BodyCheck {
    private final Supplier<CredentialScope> scope;
    private final MarkerScan scan = new MarkerScan();

    /** @param scope of the request, asked for where something is found */
    public BodyCheck(Supplier<CredentialScope> scope) {
        this.scope = scope;
    }

    /** Whether {@code piece} may be sent on. */
    public Verdict judge(ByteBuf piece) {
        int end = scan.endIn(piece);
        return end < 0 ? Verdict.PASS : Verdict.refuse(CredentialRule.inBody(MarkerScan.key(piece, end), scope.get()));
    }
}

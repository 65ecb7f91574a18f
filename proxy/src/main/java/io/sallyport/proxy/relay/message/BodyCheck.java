package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.credentials.CredentialRule;
import io.sallyport.proxy.credentials.Keyring;
import io.sallyport.proxy.credentials.MarkerScan;
import org.jspecify.annotations.Nullable;

/**
 * Looks through the body of a request of a sandbox that has keys: no placeholder has a place in one. Confined to its
 * event loop.
 */
public final class BodyCheck {
    private final Keyring keys;
    private final CanonicalRequest request;
    private final MarkerScan scan = new MarkerScan();

    private BodyCheck(Keyring keys, CanonicalRequest request) {
        this.keys = keys;
        this.request = request;
    }

    /** The check for {@code request}; null where there are no keys to give away. */
    public static @Nullable BodyCheck of(Keyring keys, CanonicalRequest request) {
        return keys.isEmpty() ? null : new BodyCheck(keys, request);
    }

    /** Whether {@code piece} may be sent on. */
    public Verdict judge(ByteBuf piece) {
        int end = scan.endIn(piece);
        return end < 0
                ? Verdict.PASS
                : Verdict.refuse(CredentialRule.inBody(MarkerScan.key(piece, end), request, keys));
    }
}

package io.sallyport.proxy.identity;

import io.netty.util.concurrent.FastThreadLocal;
import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.Sandboxes;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import io.sallyport.proxy.listener.HeaderFields;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * {@code Proxy-Authorization}: {@code Basic} of {@code id:token}, or {@code Bearer} token (RFC 7617, RFC 6750). Tokens
 * are looked up and compared by their SHA-256 only. Safe for concurrent use.
 */
public final class ProxyCredentials implements IdentitySource {
    private static final String FIELD = "Proxy-Authorization";

    /** One for each thread: each request with credentials needs one. */
    private static final FastThreadLocal<MessageDigest> SHA_256 = new FastThreadLocal<>() {
        @Override
        protected MessageDigest initialValue() {
            return Sha256.newDigest();
        }
    };

    private static final IdentityEvidence WRONG =
            new IdentityEvidence.NamesNobody("the proxy credentials name no sandbox");
    private static final IdentityEvidence WRONG_TOO_OFTEN =
            new IdentityEvidence.NamesNobodyTooOften("too many wrong proxy tokens came; a right one is served");
    private static final IdentityEvidence UNREADABLE =
            new IdentityEvidence.NamesNobody("proxy credentials are Basic id:token or Bearer token");
    private static final IdentityEvidence TWICE = new IdentityEvidence.Contradicts("more than one Proxy-Authorization");

    private final Sandboxes sandboxes;
    private final WrongTokens wrong;

    /** @param wrong counts those that name no sandbox */
    public ProxyCredentials(Sandboxes sandboxes, WrongTokens wrong) {
        this.sandboxes = sandboxes;
        this.wrong = wrong;
    }

    @Override
    public IdentityEvidence testify(HeaderFields fields, Peer peer) {
        String value = fields.first(FIELD);
        if (value == null) {
            return IdentityEvidence.SILENT;
        }
        if (fields.count(FIELD) > 1) {
            return TWICE;
        }
        int space = value.indexOf(' ');
        if (space < 0) {
            return UNREADABLE;
        }
        String scheme = value.substring(0, space);
        String rest = value.substring(space + 1).strip();
        if (scheme.equalsIgnoreCase("Basic")) {
            return basic(rest, peer);
        }
        return scheme.equalsIgnoreCase("Bearer") ? bearer(rest, peer) : UNREADABLE;
    }

    private IdentityEvidence basic(String base64, Peer peer) {
        byte[] decoded = decode(base64);
        if (decoded == null) {
            return UNREADABLE;
        }
        int colon = indexOfColon(decoded);
        if (colon < 0) {
            return UNREADABLE;
        }
        SandboxId id = SandboxId.parse(new String(decoded, 0, colon, StandardCharsets.ISO_8859_1));
        if (id == null || !sandboxes.holdsToken(id, sha256(decoded, colon + 1))) {
            return wrong(peer, id);
        }
        return named(sandboxes.find(id), peer, id);
    }

    private IdentityEvidence bearer(String token, Peer peer) {
        byte[] bytes = token.getBytes(StandardCharsets.ISO_8859_1);
        return bytes.length == 0 ? UNREADABLE : named(sandboxes.findByToken(sha256(bytes, 0)), peer, null);
    }

    private IdentityEvidence named(@Nullable Sandbox sandbox, Peer peer, @Nullable SandboxId claimed) {
        return sandbox == null ? wrong(peer, claimed) : new IdentityEvidence.Names(sandbox, IdentityKind.TOKEN);
    }

    /** Counted only after the comparison: whoever guesses locks nobody out who has the token. */
    private IdentityEvidence wrong(Peer peer, @Nullable SandboxId claimed) {
        return wrong.admits(peer.address(), claimed) ? WRONG : WRONG_TOO_OFTEN;
    }

    private static byte @Nullable [] decode(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    private static int indexOfColon(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == ':') {
                return i;
            }
        }
        return -1;
    }

    private static String sha256(byte[] bytes, int from) {
        MessageDigest digest = SHA_256.get();
        digest.update(bytes, from, bytes.length - from);
        return HexFormat.of().formatHex(digest.digest());
    }
}

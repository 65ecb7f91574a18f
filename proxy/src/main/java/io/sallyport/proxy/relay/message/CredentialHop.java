package io.sallyport.proxy.relay.message;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.message.RequestBody;
import io.sallyport.proxy.credentials.CredentialScope;
import io.sallyport.proxy.credentials.FilledHead;
import io.sallyport.proxy.credentials.HiddenSecret;
import io.sallyport.proxy.credentials.Redaction;
import io.sallyport.proxy.credentials.SecretPatterns;
import io.sallyport.proxy.credentials.SigV4Signing;
import io.sallyport.proxy.credentials.chunk.ChunkSigning;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.listener.HeaderFields;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last hop of a request that credentials are attached to.
 *
 * @param fields all that are sent but those of the message's framing and of the hop
 * @param scope whose values stand in {@code filled}
 * @param body what is sent of a body that was held to be filled or signed, or of its beginning; null where none was
 * @param signature what else must not come back; null where the request is not signed
 * @param chunks how those of its body are signed; null where they are not
 */
public record CredentialHop(
        FilledHead filled,
        HeaderFields fields,
        CredentialScope scope,
        @Nullable RequestBody body,
        @Nullable SecretPatterns signature,
        @Nullable ChunkSigning chunks)
        implements LastHop {
    /**
     * That of a request, which is signed now if it is to be.
     *
     * @param passage what is sent on of it
     * @param body whole where its hash is signed; null where the request has none, or its body goes on as it comes
     */
    public static CredentialHop of(
            FilledHead filled, AllowedRequest passage, CredentialScope scope, @Nullable RequestBody body, Instant now) {
        boolean reads = readsAnswer(filled, scope, passage);
        HeaderFields sent = FieldFilter.credentialed(
                filled.head().fields(), HeadWriter.withheld(passage, reads, body != null), filled);
        SigV4Signing signing = filled.signing();
        if (signing == null) {
            return new CredentialHop(filled, sent, scope, body, null, null);
        }
        CanonicalRequest request = passage.request();
        RequestBody signed = body == null ? RequestBody.NONE : body;
        SigV4Signing.Signature signature =
                signing.sign(filled.head().method(), request.authority(), filled.target(), sent, signed.bytes(), now);
        return new CredentialHop(
                filled,
                sent.and(signature.fields()),
                scope,
                body,
                SecretPatterns.of(signature.signature()),
                signature.chunks());
    }

    /** Whether the answer is looked through: not where a certificate is all that the target gets. */
    static boolean readsAnswer(FilledHead filled, CredentialScope scope, AllowedRequest passage) {
        return hides(filled, scope) || !passage.lists().isEmpty();
    }

    private static boolean hides(FilledHead filled, CredentialScope scope) {
        return !filled.secrets().isEmpty() || scope.answers() != null;
    }

    /** What is sent in the place of {@code held}. */
    public RequestBody sent(RequestBody held) {
        return body == null ? held : body;
    }

    /** Whether that is another body. */
    public boolean isFilled(RequestBody held) {
        return sent(held) != held;
    }

    @Override
    public @Nullable Redaction redaction() {
        if (!hides(filled, scope)) {
            return null;
        }
        List<HiddenSecret> all = new ArrayList<>(filled.secrets());
        if (signature != null || all.isEmpty()) {
            // A signature counts for minutes, and for its request alone: no reason to refuse an answer.
            all.add(new HiddenSecret(signature == null ? SecretPatterns.NONE : signature, null));
        }
        return new Redaction(all);
    }

    /** Without the values. */
    @Override
    public String toString() {
        return "CredentialHop[" + filled + "]";
    }
}

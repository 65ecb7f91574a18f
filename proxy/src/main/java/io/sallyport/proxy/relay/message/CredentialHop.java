package io.sallyport.proxy.relay.message;

import io.sallyport.model.message.RequestBody;
import io.sallyport.proxy.credentials.CredentialScope;
import io.sallyport.proxy.credentials.FilledHead;
import io.sallyport.proxy.credentials.Redaction;
import org.jspecify.annotations.Nullable;

/**
 * The last hop of a request that credentials are attached to.
 *
 * @param scope whose values stand in {@code filled}
 * @param body what is sent of a body that was held for its placeholders, or of its beginning; null where none was
 */
public record CredentialHop(
        FilledHead filled, CredentialScope scope, @Nullable RequestBody body) implements LastHop {
    @Override
    public Redaction redaction() {
        return new Redaction(filled.secrets());
    }
}

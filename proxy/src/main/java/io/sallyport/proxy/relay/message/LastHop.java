package io.sallyport.proxy.relay.message;

import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.proxy.credentials.FilledHead;
import io.sallyport.proxy.credentials.Redaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the gateway says on the last hop in place of the sandbox, and what must not come back. */
public sealed interface LastHop permits ServerHop, CredentialHop {
    /** The head with values in the place of placeholders, and with what is injected; null where it has neither. */
    @Nullable
    FilledHead filled();

    /** Names of the credentials that go with it. */
    default List<String> credentials() {
        FilledHead head = filled();
        return head == null ? List.of() : head.credentials();
    }

    /** What the target is shown if it asks for a certificate; null for nothing. */
    default @Nullable ClientIdentity identity() {
        FilledHead head = filled();
        return head == null ? null : head.identity();
    }

    /**
     * Takes secrets out of the answer, which is asked for without a content coding: what is compressed hides them. Null
     * where nothing secret is in the message.
     */
    @Nullable
    Redaction redaction();
}

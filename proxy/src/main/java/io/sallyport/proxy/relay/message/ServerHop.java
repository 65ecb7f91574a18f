package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import io.sallyport.proxy.credentials.FilledHead;
import io.sallyport.proxy.credentials.Redaction;
import io.sallyport.proxy.enforce.server.ApiServers;
import org.jspecify.annotations.Nullable;

/**
 * The last hop of a call of an API server: what the gateway says on it in place of the sandbox, and what must not come
 * back.
 *
 * @param filled the head where it has placeholders of this server, or null
 * @param trace the id of the record of this request in the audit log
 */
public record ServerHop(
        ApiServers.Found.Up server, @Nullable FilledHead filled, String trace) implements LastHop {
    @Override
    public Redaction redaction() {
        return new Redaction(server.secrets());
    }

    void write(ByteBuf out) {
        FieldFilter.write(out, "Authorization", "Bearer " + server.token());
        FieldFilter.write(out, "Accept-Encoding", "identity");
        FieldFilter.write(out, "X-Sallyport-Run", server.run());
        FieldFilter.write(out, "X-Sallyport-Trace", trace);
    }
}

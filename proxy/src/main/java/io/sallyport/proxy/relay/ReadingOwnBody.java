package io.sallyport.proxy.relay;

import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.own.OwnEndpoint;
import io.sallyport.proxy.listener.RequestHead;
import org.jspecify.annotations.Nullable;

/**
 * Takes the body of a request of an endpoint of the gateway's own, charged to its sandbox while it comes. The endpoint
 * keeps the record of what it answers; what never came to it has one of the proxy's.
 */
final class ReadingOwnBody extends ReadingBody {
    private final Action.Ask asked;
    private final OwnEndpoint.Admitted endpoint;
    private final @Nullable SandboxBuffers payer;
    private final BufferCharge charge = new BufferCharge();

    /** @param head whose framing is clear */
    ReadingOwnBody(ClientConnection client, RequestHead head, Action.Ask asked, OwnEndpoint.Admitted endpoint) {
        super(client, head, asked.draft(), endpoint.maxBodyBytes());
        this.asked = asked;
        this.endpoint = endpoint;
        this.payer = client.seat().buffers();
        if (payer != null) {
            charge.to(payer);
        }
    }

    @Override
    Verdict holds(int bytes) {
        charge.set(bytes);
        return payer == null ? Verdict.PASS : payer.room();
    }

    @Override
    void whole(byte[] bytes) {
        new AwaitingReply(client, head, asked, rest(), charge).start(answered -> endpoint.ask(bytes, answered));
    }

    @Override
    void tooLarge() {
        charge.set(0);
        new AwaitingReply(client, head, asked, rest(), charge).start(endpoint::tooLarge);
    }

    @Override
    void givenUp() {
        charge.set(0);
        endpoint.givenUp();
    }
}

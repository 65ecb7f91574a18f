package io.sallyport.proxy.relay;

import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.OwnFetches;
import io.sallyport.proxy.listener.RequestHead;

/**
 * Takes the body of a request of the fetch endpoint. The endpoint keeps the record of what it answers; what never came
 * to it has one of the proxy's.
 */
final class ReadingFetchBody extends ReadingBody {
    private final Action.Fetch asked;
    private final OwnFetches.Admitted fetch;

    /** @param head whose framing is clear */
    ReadingFetchBody(ClientConnection client, RequestHead head, Action.Fetch asked, OwnFetches.Admitted fetch) {
        super(client, head, asked.draft(), OwnFetches.MAX_BODY_BYTES);
        this.asked = asked;
        this.fetch = fetch;
    }

    @Override
    void whole(byte[] bytes) {
        new AwaitingReply(client, head, asked, rest()).start(answered -> fetch.fetch(bytes, answered));
    }

    @Override
    void tooLarge() {
        new AwaitingReply(client, head, asked, rest()).start(fetch::tooLarge);
    }

    @Override
    void givenUp() {
        fetch.givenUp();
    }
}

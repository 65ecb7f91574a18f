package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.enforce.Authentication;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.message.ReplyForm;
import io.sallyport.proxy.socks.SocksMessage;
import io.sallyport.proxy.socks.SocksReader;
import java.time.Duration;

/**
 * A SOCKS5 client before its tunnel: greeting, user name and password, request. The request becomes the CONNECT that it
 * is, and is judged as one; only the form of the reply differs, and that each refusal ends the connection. Confined to
 * its event loop.
 */
final class AwaitingSocks extends ClientState {
    private static final int VERSION = 5;
    private static final int PASSWORD_VERSION = 1;
    private static final int NO_AUTHENTICATION = 0;
    private static final int PASSWORD = 2;

    private final ClientConnection client;
    private final SocksReader reader = new SocksReader();
    private final SweepTimer timer = new SweepTimer();
    private HeaderFields evidence = HeaderFields.NONE;

    AwaitingSocks(ClientConnection client) {
        this.client = client;
    }

    @Override
    boolean takes() {
        return true;
    }

    @Override
    void read(ByteBuf in) {
        switch (reader.read(in)) {
            case SocksMessage.Incomplete _ -> {}
            case SocksMessage.Greeting greeting -> greeted(greeting);
            case SocksMessage.Credentials(String basic) -> authenticate(basic);
            case SocksMessage.Request request -> ask(request);
            case SocksMessage.Foreign(var protocol) -> WrongProtocol.refuse(client, protocol);
            case SocksMessage.Malformed(ReasonCode reason, String why) ->
                client.requests().malformed(reason, why);
        }
    }

    /** A port of one sandbox names it without a password; one that is offered all the same must agree. */
    private void greeted(SocksMessage.Greeting greeting) {
        if (greeting.password()) {
            client.replyIn(ReplyForm.SOCKS5_CREDENTIALS);
            reader.expectCredentials();
            reply(VERSION, PASSWORD);
        } else if (greeting.none() && client.peer().portOf() != null) {
            client.replyIn(ReplyForm.SOCKS5_REQUEST);
            reader.expectRequest();
            reply(VERSION, NO_AUTHENTICATION);
        } else {
            client.requests()
                    .malformed(
                            ReasonCode.NO_IDENTITY, "send user name and password: the id of a sandbox and its token");
        }
    }

    private void authenticate(String basic) {
        evidence = HeaderFields.of("Proxy-Authorization", "Basic " + basic);
        authenticated(client.worker().gate().path().authenticate(evidence, client.peer()));
    }

    private void authenticated(Authentication result) {
        switch (result) {
            case Authentication.Accepted _ -> {
                client.replyIn(ReplyForm.SOCKS5_REQUEST);
                reader.expectRequest();
                reply(PASSWORD_VERSION, 0);
            }
            case Authentication.Refused(var refuse) -> Answering.last(client, refuse);
        }
    }

    /** As HTTP/1.0, whose connections end after one request. */
    private void ask(SocksMessage.Request request) {
        client.outflow().flush();
        client.requests().settle(new RequestHead(request.command().name(), request.authority(), 0, evidence));
    }

    private void reply(int first, int second) {
        Channels.write(client.channel(), Unpooled.wrappedBuffer(new byte[] {(byte) first, (byte) second}));
    }

    @Override
    void readComplete() {
        client.outflow().flush();
    }

    @Override
    void inputEnded() {
        if (reader.hasBegun()) {
            client.requests().malformed(ReasonCode.MALFORMED_REQUEST, "the SOCKS request ends too early");
        } else {
            client.linger();
        }
    }

    /** A client that never asked for anything. */
    @Override
    void gone() {}

    @Override
    void sweep(long nowNanos) {
        Duration most = client.worker().limits().request().timeout();
        if (!timer.hasPassed(most.toNanos(), nowNanos)) {
            return;
        }
        if (reader.hasBegun()) {
            client.requests().malformed(ReasonCode.HEAD_TIMEOUT, "send the whole SOCKS request within " + most);
        } else {
            client.linger();
        }
    }

    @Override
    boolean isQuiet(long quietNanos, long nowNanos) {
        return timer.hasPassed(quietNanos, nowNanos);
    }

    @Override
    void cut(ReasonCode reason) {
        Channels.close(client.channel());
    }
}

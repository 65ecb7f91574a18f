package io.sallyport.proxy.relay;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import org.junit.jupiter.api.AfterEach;

/** A client that forwards requests, and the bytes that it sends and receives. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
abstract class ForwardConversation {
    static final String AS = Conversation.as("sb-1");
    static final String GET = "GET http://a.test/p?q HTTP/1.1\r\nHost: a.test\r\n" + AS + "\r\n";
    static final String SENT = "GET /p?q HTTP/1.1\r\nHost: a.test\r\nVia: 1.1 sallyport\r\n\r\n";
    static final String OK = "HTTP/1.1 200 Fine\r\nContent-Length: 2\r\n\r\nok";
    static final String GOT = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nVia: 1.1 sallyport\r\n\r\nok";

    final Conversation talk = new Conversation();
    final Sandbox sandbox = talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test", "b.test"));

    @AfterEach
    final void close() {
        talk.close();
    }

    final EmbeddedChannel send(String request) {
        talk.clientSays(request);
        return talk.connect();
    }

    static String post(String fields) {
        return "POST http://a.test/p HTTP/1.1\r\nHost: a.test\r\n" + AS + fields + "\r\n";
    }

    final ReasonCode lastReason() {
        return talk.records().getLast().reason();
    }
}

package io.sallyport.proxy.relay;

import io.sallyport.decision.PolicyChain;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.proxy.enforce.own.OwnEndpoint;
import io.sallyport.proxy.listener.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** An endpoint that accepts everything, and withholds the answers. */
final class HeldEndpoint implements OwnEndpoint, OwnEndpoint.Admitted {
    final List<String> said = new ArrayList<>();
    private final List<Consumer<OwnReply>> waiting = new ArrayList<>();
    boolean isOpen = true;

    @Override
    public Judged begin(PolicyChain policies, CanonicalRequest request, RequestHead head) {
        said.add(policies.sandbox().id() + " " + head.method());
        return isOpen ? this : (Turned) answered -> told("turned", answered);
    }

    @Override
    public int maxBodyBytes() {
        return 1 << 20;
    }

    @Override
    public void left() {
        said.add("left");
    }

    @Override
    public void tooLarge(Consumer<OwnReply> answered) {
        told("too large", answered);
    }

    @Override
    public void ask(byte[] body, Consumer<OwnReply> answered) {
        told(new String(body, StandardCharsets.UTF_8), answered);
    }

    @Override
    public void givenUp() {
        said.add("given up");
    }

    private void told(String what, Consumer<OwnReply> answered) {
        said.add(what);
        waiting.add(answered);
    }

    void answer(int status, String body) {
        waiting.removeFirst().accept(new OwnReply.Whole(status, new LinkedHashMap<>(Map.of("Allow", "POST")), body));
    }

    void stream(long bytes, OwnReply.Content content) {
        waiting.removeFirst().accept(new OwnReply.Streamed(200, new LinkedHashMap<>(), bytes, content));
    }
}

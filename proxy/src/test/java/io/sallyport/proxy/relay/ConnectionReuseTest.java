package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.UpstreamLimits;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.HandDialer;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which connections to targets are kept, for how long, and for which sandbox, without sockets. */
final class ConnectionReuseTest {
    private static final int MANY = 64;
    private static final String OK = ForwardConversation.OK;
    private static final String GOT = ForwardConversation.GOT;

    private final Conversation talk = new Conversation(limits(MANY, 2 * MANY));
    private final List<EmbeddedChannel> clients = new ArrayList<>();

    ConnectionReuseTest() {
        talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test", "b.test"));
        talk.sandboxes.add("sb-2", TestSandboxes.hosts("a.test", "b.test"));
    }

    private static ProxyLimits limits(int idlePerSandbox, int idle) {
        UpstreamLimits usual = UpstreamLimits.DEFAULT;
        return ProxyLimits.DEFAULT.with(new UpstreamLimits(
                usual.dialTimeout(),
                usual.firstByteTimeout(),
                usual.maxInterim(),
                idlePerSandbox,
                idle,
                usual.maxIdle(),
                usual.maxAge()));
    }

    @AfterEach
    void close() {
        clients.forEach(EmbeddedChannel::finishAndReleaseAll);
        talk.close();
    }

    @Test
    void asManyConnectionsAreKeptAsWereInUseAtOnce() {
        List<EmbeddedChannel> first = atOnce(MANY, "sb-1", "a.test");
        first.forEach(upstream -> talk.say(upstream, OK));
        clients.forEach(client -> talk.say(client, get("sb-1", "a.test")));
        assertThat(talk.dialer.attempts()).hasSize(MANY);
        assertThat(first).allMatch(EmbeddedChannel::isActive);
    }

    @Test
    void connectionsThatNobodyNeedsAreClosedAndTheOthersStay() {
        List<EmbeddedChannel> all = atOnce(3, "sb-1", "a.test");
        all.forEach(upstream -> talk.say(upstream, OK));
        for (int second = 0; second < 40; second++) {
            talk.say(clients.getFirst(), get("sb-1", "a.test"));
            talk.say(all.getLast(), OK);
            talk.pass(Duration.ZERO);
        }
        assertThat(all).extracting(EmbeddedChannel::isActive).containsExactly(false, false, true);
        assertThat(talk.dialer.attempts()).hasSize(3);
    }

    @Test
    void theOldestOfItsSandboxGoesWhereTheSandboxHasTooMany() {
        List<EmbeddedChannel> neighbours = atOnce(1, "sb-2", "a.test");
        neighbours.forEach(upstream -> talk.say(upstream, OK));
        List<EmbeddedChannel> own = new ArrayList<>(atOnce(MANY, "sb-1", "a.test"));
        own.addAll(atOnce(2, "sb-1", "b.test"));
        own.forEach(upstream -> talk.say(upstream, OK));
        assertThat(own.subList(0, 2)).noneMatch(EmbeddedChannel::isActive);
        assertThat(own.subList(2, MANY + 2)).allMatch(EmbeddedChannel::isActive);
        assertThat(neighbours).allMatch(EmbeddedChannel::isActive);
    }

    @Test
    void theOldestOfAllGoesWhereTheGatewayHasTooMany() {
        talk.sandboxes.add("sb-3", TestSandboxes.hosts("a.test"));
        List<EmbeddedChannel> first = atOnce(MANY, "sb-1", "a.test");
        List<EmbeddedChannel> second = atOnce(MANY, "sb-2", "a.test");
        List<EmbeddedChannel> third = atOnce(1, "sb-3", "a.test");
        List.of(first, second, third).forEach(all -> all.forEach(upstream -> talk.say(upstream, OK)));
        assertThat(first.getFirst().isActive()).isFalse();
        assertThat(first.subList(1, MANY)).allMatch(EmbeddedChannel::isActive);
        assertThat(second).allMatch(EmbeddedChannel::isActive);
        assertThat(third).allMatch(EmbeddedChannel::isActive);
    }

    @Test
    void aRequestTakesTheConnectionThatBecomesIdleBeforeItsOwnIsThere() {
        EmbeddedChannel upstream = atOnce(1, "sb-1", "a.test").getFirst();
        EmbeddedChannel second = client();
        talk.say(second, get("sb-1", "a.test"));
        HandDialer.Attempt dial = talk.dialer.last();
        talk.say(upstream, OK);
        talk.say(upstream, OK);
        assertThat(talk.hear(second)).isEqualTo(GOT);
        assertThat(dial.isCancelled()).isFalse();

        EmbeddedChannel kept = dial.connect();
        talk.settle();
        EmbeddedChannel third = client();
        talk.say(third, get("sb-1", "a.test"));
        talk.say(kept, OK);
        assertThat(talk.hear(third)).isEqualTo(GOT);
        assertThat(talk.dialer.attempts()).hasSize(2);
    }

    @Test
    void whatWasDialledForOneServesTheNextWhoWaits() {
        EmbeddedChannel upstream = atOnce(1, "sb-1", "a.test").getFirst();
        EmbeddedChannel second = client();
        talk.say(second, get("sb-1", "a.test"));
        HandDialer.Attempt dial = talk.dialer.last();
        EmbeddedChannel third = client();
        talk.say(third, get("sb-1", "a.test"));
        talk.say(upstream, OK);

        EmbeddedChannel spare = dial.connect();
        talk.settle();
        talk.say(spare, OK);
        assertThat(talk.hear(third)).isEqualTo(GOT);
    }

    @Test
    void aDialWhoseTurnHasNotComeIsGivenUpForAConnectionThatIsIdle() {
        EmbeddedChannel upstream = atOnce(1, "sb-1", "a.test").getFirst();
        EmbeddedChannel second = client();
        talk.say(second, get("sb-1", "a.test"));
        HandDialer.Attempt dial = talk.dialer.last();
        dial.queue();
        talk.say(upstream, OK);
        talk.say(upstream, OK);
        assertThat(talk.hear(second)).isEqualTo(GOT);
        assertThat(dial.isCancelled()).isTrue();
    }

    @Test
    void aConnectionThatSaysWhatNobodyAskedForIsHandedToNobody() {
        EmbeddedChannel upstream = atOnce(1, "sb-1", "a.test").getFirst();
        EmbeddedChannel second = client();
        talk.say(second, get("sb-1", "a.test"));
        talk.say(upstream, OK + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
        assertThat(upstream.isActive()).isFalse();
        assertThat(talk.hear(second)).isEmpty();
        talk.say(talk.connect(), OK);
        assertThat(talk.hear(second)).isEqualTo(GOT);
    }

    @Test
    void aNeighbourAndAnotherTargetGetNothingOfIt() {
        EmbeddedChannel upstream = atOnce(1, "sb-1", "a.test").getFirst();
        EmbeddedChannel neighbour = client();
        talk.say(neighbour, get("sb-2", "a.test"));
        EmbeddedChannel elsewhere = client();
        talk.say(elsewhere, get("sb-1", "b.test"));
        talk.say(upstream, OK);
        talk.say(upstream, OK);
        assertThat(talk.hear(neighbour) + talk.hear(elsewhere)).isEmpty();
        assertThat(upstream.isActive())
                .as("at rest, it says what nobody asked for")
                .isFalse();
    }

    @Test
    void whoeverLeavesIsOfferedNothing() {
        EmbeddedChannel upstream = atOnce(1, "sb-1", "a.test").getFirst();
        EmbeddedChannel second = client();
        talk.say(second, get("sb-1", "a.test"));
        HandDialer.Attempt dial = talk.dialer.last();
        talk.hangUp(second);
        assertThat(dial.isCancelled()).isTrue();
        talk.hear(upstream);
        talk.say(upstream, OK);
        assertThat(talk.hear(upstream)).isEmpty();
        assertThat(upstream.isActive()).isTrue();
    }

    @Test
    void aFailedDialFailsItsOwnRequestAndNoOther() {
        EmbeddedChannel upstream = atOnce(1, "sb-1", "a.test").getFirst();
        EmbeddedChannel second = client();
        talk.say(second, get("sb-1", "a.test"));
        HandDialer.Attempt dial = talk.dialer.last();
        EmbeddedChannel third = client();
        talk.say(third, get("sb-1", "a.test"));
        talk.dialer.last().fail(ReasonCode.CONNECT_FAILED);
        talk.settle();
        assertThat(talk.hear(third)).startsWith("HTTP/1.1 502 ");
        talk.say(upstream, OK);
        dial.fail(ReasonCode.CONNECT_FAILED);
        talk.say(upstream, OK);
        assertThat(talk.hear(second)).isEqualTo(GOT);
    }

    @Test
    void aDialForWhoeverComesNextEndsWithItsSandbox() {
        EmbeddedChannel upstream = atOnce(1, "sb-1", "a.test").getFirst();
        talk.say(client(), get("sb-1", "a.test"));
        HandDialer.Attempt dial = talk.dialer.last();
        talk.say(upstream, OK);
        talk.say(upstream, OK);
        assertThat(dial.isCancelled()).isFalse();
        talk.worker.removed(new SandboxId("sb-1"));
        assertThat(dial.isCancelled()).isTrue();
        assertThat(upstream.isActive()).isFalse();
    }

    private EmbeddedChannel client() {
        EmbeddedChannel client = new EmbeddedChannel();
        talk.worker.accept(client, Peer.ANYBODY);
        clients.add(client);
        return client;
    }

    /** Sends {@code count} requests, each on a connection of its own; none is answered yet. */
    private List<EmbeddedChannel> atOnce(int count, String sandbox, String host) {
        List<EmbeddedChannel> upstreams = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            talk.say(client(), get(sandbox, host));
            upstreams.add(talk.connect());
        }
        return upstreams;
    }

    private static String get(String sandbox, String host) {
        return "GET http://" + host + "/p?q HTTP/1.1\r\nHost: " + host + "\r\n" + Conversation.as(sandbox) + "\r\n";
    }
}

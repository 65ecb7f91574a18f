package io.sallyport.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.SandboxId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
    private static final SandboxId FIRST = owner("first");
    private static final SandboxId SECOND = owner("second");

    private static SandboxId owner(String text) {
        SandboxId id = SandboxId.parse(text);
        return Objects.requireNonNull(id);
    }

    private final Connections connections = new Connections(3, 2);
    private final List<Boolean> drained = new ArrayList<>();

    private Channel open() {
        var channel = new EmbeddedChannel();
        channel.closeFuture().addListener(_ -> connections.closed(channel));
        assertThat(connections.opened(channel)).isTrue();
        return channel;
    }

    private Channel reading(SandboxId owner) {
        Channel channel = open();
        connections.asks(channel);
        assertThat(connections.reads(channel, owner)).isTrue();
        return channel;
    }

    @Test
    void oneMoreTakesThePlaceOfTheOneThatHasWaitedLongest() {
        Channel atWork = open();
        connections.works(atWork);
        Channel longest = open();
        Channel second = open();
        Channel newest = open();
        assertThat(longest.isOpen()).isFalse();
        assertThat(List.of(atWork, second, newest)).allMatch(Channel::isOpen);
        assertThat(connections.count()).isEqualTo(3);
    }

    @Test
    void whereNobodyWaitsTheOwnerWithTheMostGivesUpABody() {
        Channel oldest = reading(FIRST);
        Channel other = reading(SECOND);
        Channel working = reading(FIRST);
        connections.works(working);
        open();
        assertThat(oldest.isOpen()).isFalse();
        assertThat(List.of(other, working)).allMatch(Channel::isOpen);
    }

    @Test
    void whereAllAreAtWorkNoneIsTaken() {
        for (int i = 0; i < 3; i++) {
            connections.works(open());
        }
        assertThat(connections.opened(new EmbeddedChannel())).isFalse();
    }

    @Test
    void anOwnerHasNoMoreThanItsShare() {
        Channel first = reading(FIRST);
        Channel second = reading(FIRST);
        Channel third = open();
        assertThat(connections.reads(third, FIRST)).as("in place of a body").isTrue();
        assertThat(first.isOpen()).isFalse();
        connections.works(second);
        connections.works(third);
        Channel fourth = open();
        assertThat(connections.reads(fourth, FIRST)).as("both are answered").isFalse();
        connections.waits(second);
        assertThat(connections.reads(fourth, FIRST)).isTrue();
    }

    @Test
    void theEndClosesWhatIsIdleThenWhatIsNotWholeAndWaitsForWhatIsAtWork() {
        Channel working = open();
        connections.asks(working);
        connections.works(working);
        Channel body = reading(FIRST);
        Channel silent = open();
        connections.drain(() -> drained.add(true));
        assertThat(List.of(working, body, silent)).allMatch(Channel::isOpen);
        connections.closeUnasked();
        assertThat(List.of(body, silent)).noneMatch(Channel::isOpen);
        assertThat(drained).isEmpty();
        working.close().syncUninterruptibly();
        assertThat(drained).containsExactly(true);
    }

    @Test
    void theEndClosesAtOnceWhatIsBetweenTwoRequestsOrHasNoEnd() {
        Channel idle = open();
        connections.asks(idle);
        connections.works(idle);
        connections.waits(idle);
        Channel following = open();
        connections.follows(following);
        connections.drain(() -> drained.add(true));
        assertThat(List.of(idle, following)).noneMatch(Channel::isOpen);
        assertThat(drained).containsExactly(true);
    }
}

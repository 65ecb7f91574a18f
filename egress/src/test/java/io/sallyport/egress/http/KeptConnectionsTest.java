package io.sallyport.egress.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.egress.DialOutcome;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.DialledAddress;
import io.sallyport.egress.Target;
import io.sallyport.egress.TargetProtocol;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which connections wait for another request, by a clock that the test moves. */
class KeptConnectionsTest {
    private static final KeptLimits LIMITS = new KeptLimits(2, 3, Duration.ofSeconds(30), Duration.ofMinutes(1));
    private static final RemainingTime TIME = () -> 1;

    private final AtomicLong nanos = new AtomicLong();
    private final KeptConnections idle = new KeptConnections(LIMITS, nanos::get);

    private static Target target(String sandbox) {
        CanonicalHost host = ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse("backend.test")).value();
        return new Target(Objects.requireNonNull(SandboxId.parse(sandbox)), host, 443, TargetProtocol.TLS);
    }

    private KeptConnection open(String sandbox) {
        var channel = new EmbeddedChannel();
        Dialer dialer = (_, _, _, listener) -> {
            listener.ended(new DialOutcome.Connected(
                    channel, new DialledAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 443), null)));
            return () -> {};
        };
        var opened = (OutwardConnection)
                OutwardConnection.open(dialer, target(sandbox), channel.eventLoop(), TIME, _ -> true);
        return idle.opened(target(sandbox), opened);
    }

    private @Nullable KeptConnection take(String sandbox) {
        return idle.take(target(sandbox), TIME);
    }

    private void pass(long seconds) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    void aSandboxIsNeverAnsweredOnTheConnectionOfAnother() {
        idle.keep(open("sb-1"));
        assertThat(take("sb-2")).isNull();
        assertThat(take("sb-1")).isNotNull();
        assertThat(take("sb-1")).as("one is for one request at a time").isNull();
    }

    @Test
    void whatIsOverABoundIsClosedTheOldestFirst() {
        KeptConnection first = open("sb-1");
        KeptConnection second = open("sb-1");
        idle.keep(first);
        idle.keep(second);
        idle.keep(open("sb-1"));
        assertThat(first.connection().isOpen()).isFalse();
        idle.keep(open("sb-2"));
        assertThat(idle.size()).isEqualTo(3);
        idle.keep(open("sb-2"));
        assertThat(second.connection().isOpen()).isFalse();
        assertThat(idle.size()).isEqualTo(3);
    }

    @Test
    void nothingWaitsLongerThanItMay() {
        KeptConnection kept = open("sb-1");
        idle.keep(kept);
        pass(29);
        idle.expire();
        assertThat(idle.size()).isEqualTo(1);
        pass(1);
        assertThat(take("sb-1")).isNull();
        assertThat(kept.connection().isOpen()).isFalse();
        KeptConnection other = open("sb-1");
        idle.keep(other);
        pass(30);
        idle.expire();
        assertThat(idle.size()).isZero();
        assertThat(other.connection().isOpen()).isFalse();
    }

    @Test
    void oneThatIsUsedAllTheTimeEndsByItsAge() {
        idle.keep(open("sb-1"));
        for (int i = 0; i < 2; i++) {
            pass(29);
            idle.keep(Objects.requireNonNull(take("sb-1")));
        }
        pass(2);
        assertThat(take("sb-1")).isNull();
    }

    @Test
    void whatTheTargetHasClosedIsNotUsed() {
        KeptConnection kept = open("sb-1");
        idle.keep(kept);
        kept.connection().close();
        assertThat(take("sb-1")).isNull();
    }

    @Test
    void theEndClosesWhatWaitsAndWhatComesLater() {
        KeptConnection kept = open("sb-1");
        KeptConnection late = open("sb-1");
        idle.keep(kept);
        idle.close();
        idle.keep(late);
        assertThat(kept.connection().isOpen()).isFalse();
        assertThat(late.connection().isOpen()).isFalse();
        assertThat(idle.size()).isZero();
    }
}

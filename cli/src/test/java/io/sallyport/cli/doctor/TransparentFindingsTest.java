package io.sallyport.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sallyport.configuration.Config;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.transport.Transport;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TransparentFindingsTest {
    private static final String STATUS = "Name:\tjava\nCapInh:\t0000000000000000\nCapEff:\t%s\n";
    private static final String NOTHING = STATUS.formatted("0000000000000000");
    private static final String NET_ADMIN = STATUS.formatted("0000000000001000");
    private static final String NET_RAW = STATUS.formatted("0000000000002000");

    @BeforeEach
    void needsEpoll() {
        assumeTrue(Transport.best() == Transport.EPOLL, "Netty's epoll is not on this machine");
    }

    private static Finding found(ListenerProtocol capture, String status) {
        var address = new InetSocketAddress("10.231.1.1", 3140);
        var own = Map.of(new SandboxId("sb-1"), address);
        return TransparentFindings.of(new Config.Transparent(capture, List.of(), own, List.of(), Map.of()), status);
    }

    @Test
    void redirectionNeedsNoCapability() {
        assertThat(found(ListenerProtocol.REDIRECTED, NOTHING).lines())
                .startsWith("note   transparent  10.231.1.1:3140, by redirection\n");
    }

    @Test
    void tproxyNeedsOneOfTwo() {
        assertThat(found(ListenerProtocol.TPROXY, NOTHING).level()).isEqualTo(Finding.Level.FAULT);
        assertThat(found(ListenerProtocol.TPROXY, "").level()).isEqualTo(Finding.Level.FAULT);
        assertThat(found(ListenerProtocol.TPROXY, NET_ADMIN).level()).isEqualTo(Finding.Level.NOTE);
        assertThat(found(ListenerProtocol.TPROXY, NET_RAW).text()).contains("by TPROXY");
    }
}

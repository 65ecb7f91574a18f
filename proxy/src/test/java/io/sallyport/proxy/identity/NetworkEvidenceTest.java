package io.sallyport.proxy.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.SandboxId;
import io.sallyport.model.host.Cidr;
import java.net.InetAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NetworkEvidenceTest {
    private static final SandboxId ONE = new SandboxId("sb-1");
    private static final SandboxId TWO = new SandboxId("sb-2");
    private static final SourceBlocks SOURCES = new SourceBlocks(Map.of(ONE, Cidr.of("10.231.1.2")));
    private static final InetAddress OF_ONE = InetAddress.ofLiteral("10.231.1.2");
    private static final InetAddress OF_NOBODY = InetAddress.ofLiteral("10.231.9.2");

    @Test
    void theSourceAddressOrThePortNamesTheSandbox() {
        assertThat(new NetworkEvidence(null, SOURCES).sandbox(OF_ONE)).isEqualTo(ONE);
        assertThat(new NetworkEvidence(TWO, SOURCES).sandbox(OF_NOBODY)).isEqualTo(TWO);
        assertThat(new NetworkEvidence(ONE, SOURCES).sandbox(OF_ONE)).isEqualTo(ONE);
    }

    @Test
    void noEvidenceAndTwoSandboxesNameNobody() {
        assertThat(new NetworkEvidence(null, SOURCES).sandbox(OF_NOBODY)).isNull();
        assertThat(new NetworkEvidence(null, SOURCES).sandbox(null)).isNull();
        assertThat(new NetworkEvidence(TWO, SOURCES).sandbox(OF_ONE)).isNull();
    }
}

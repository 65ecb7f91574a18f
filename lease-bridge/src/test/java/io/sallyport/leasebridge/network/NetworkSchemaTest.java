package io.sallyport.leasebridge.network;

import io.sallyport.leasebridge.PublishedSchema;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class NetworkSchemaTest {
    @Test
    void theSchemaOfANetworkPolicyIsThatOfItsReader() throws IOException {
        PublishedSchema.hold("network-policy", NetworkPolicyShape.STRICT.document(), "Network policy");
    }

    @Test
    void theSchemaOfAProfileIsThatOfItsReader() throws IOException {
        PublishedSchema.hold("profile", ProfileShape.PROFILE, "Provider profile");
    }
}

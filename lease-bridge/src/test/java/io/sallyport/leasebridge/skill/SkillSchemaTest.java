package io.sallyport.leasebridge.skill;

import io.sallyport.leasebridge.PublishedSchema;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SkillSchemaTest {
    @Test
    void theSchemaOfAManifestIsThatOfItsReader() throws IOException {
        PublishedSchema.hold("skill", SkillShape.MANIFEST, "Skill manifest");
    }
}

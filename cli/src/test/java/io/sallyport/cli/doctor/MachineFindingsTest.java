package io.sallyport.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.fence.FenceOpening;
import org.junit.jupiter.api.Test;

class MachineFindingsTest {
    @Test
    void aMachineWithoutAFenceSaysWhyAndWhereToReadOn() {
        Finding found = MachineFindings.fence(new FenceOpening.Refused("user.max_user_namespaces is 0"));
        assertThat(found.level()).isEqualTo(Finding.Level.NOTE);
        assertThat(found.lines()).contains("user.max_user_namespaces is 0", "docs/fence.md");
    }
}

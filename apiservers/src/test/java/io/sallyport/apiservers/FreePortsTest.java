package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    @Test
    void noneIsGivenToTwoThatStartTogether() throws Exception {
        var ports = new FreePorts();
        List<Integer> given = new ArrayList<>();
        for (int i = 0; i < 4 * FreePorts.REMEMBERED; i++) {
            given.add(ports.next());
        }
        for (int from = 0; from + FreePorts.REMEMBERED <= given.size(); from++) {
            assertThat(given.subList(from, from + FreePorts.REMEMBERED)).doesNotHaveDuplicates();
        }
    }
}

package io.sallyport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RollCallTest {
    private static final String RUN = "run";
    /** Words of a sign of life that names nobody. */
    private static final int REST = 7;

    private final RollCall roll = new RollCall("one", Duration.ofSeconds(30));

    private void settle(String set, String... names) {
        heard("open", set, names);
        roll.said(RUN);
        heard("open", set, names);
    }

    private void heard(String phase, String set, String... names) {
        var answer = new ArrayList<Object>(List.of(phase, "0", "0", set));
        answer.addAll(List.of(names));
        roll.heard(answer);
    }

    private List<String> named(String run) {
        List<String> arguments = roll.arguments(run);
        return arguments.subList(REST, arguments.size());
    }

    @Test
    void nobodyIsNamedWhileTheSetStaysTheSame() {
        settle("3", "one", "two");
        heard("open", "3");
        assertThat(roll.arguments(RUN).get(REST - 1)).isEqualTo("3");
        assertThat(named(RUN)).isEmpty();
    }

    @Test
    void allAreNamedToAnotherProcessOfTheStore() {
        settle("3", "one", "two");
        heard("open", "3");
        assertThat(roll.arguments("other").get(REST - 1)).isEmpty();
        assertThat(named("other")).containsExactly("one", "two");
    }

    @Test
    void allAreNamedToAStoreThatHasLostItsState() {
        settle("3", "one", "two");
        heard("roll", "1", "one");
        assertThat(roll.hasSaid(RUN)).isFalse();
        assertThat(named(RUN)).containsExactly("one", "two");
    }

    @Test
    void aGatewayThatHasLeftIsNotWaitedFor() {
        settle("3", "one", "two");
        heard("open", "4", "one");
        assertThat(named("other")).containsExactly("one");
    }
}

package io.sallyport.control.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.control.calls.ChangeOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardrailsHistoryTest {
    private static final ChangeOrigin BY = new ChangeOrigin("security", "ci.token", "why", 2L, null);

    @TempDir
    Path folder = Path.of("");

    private final Store store = new MemoryStore();

    @Test
    void theLastSetsAreKeptNewestFirst() throws StateException {
        var history = new GuardrailsHistory(store);
        for (long epoch = 1; epoch <= GuardrailsHistory.MAX_SETS + 5; epoch++) {
            store.save(past(epoch, "x"));
            history.add(past(epoch, "x"));
        }
        assertThat(history.newestFirst()).hasSize(GuardrailsHistory.MAX_SETS);
        assertThat(history.newestFirst().getFirst()).isEqualTo(past(25, "x"));
        assertThat(history.find("6")).isEqualTo(past(6, "x"));
        assertThat(history.find("5")).isNull();
        assertThat(store.pastGuardrails()).hasSize(GuardrailsHistory.MAX_SETS);
    }

    @Test
    void largeSetsPushOutOlderOnesButNeverThatInForce() throws StateException {
        String large = "x".repeat((int) (GuardrailsHistory.MAX_CHARS / 2));
        var history = new GuardrailsHistory(store);
        for (long epoch = 1; epoch <= 4; epoch++) {
            history.add(past(epoch, large));
        }
        assertThat(history.newestFirst()).extracting(PastGuardrails::epoch).containsExactly(4L);
        history.add(past(5, large + large + large));
        assertThat(history.newestFirst()).extracting(PastGuardrails::epoch).containsExactly(5L);
    }

    @Test
    void aSetThatNeverCameIntoForceIsForgotten() throws StateException {
        for (long epoch : List.of(1L, 2L, 3L)) {
            store.save(past(epoch, "x"));
        }
        var history = new GuardrailsHistory(store);
        history.load(past(2, "x").set());
        assertThat(history.newestFirst()).extracting(PastGuardrails::epoch).containsExactly(2L, 1L);
        assertThat(store.pastGuardrails()).hasSize(2);
    }

    @Test
    void anOlderStateBeginsWithTheSetInForce() throws StateException {
        var history = new GuardrailsHistory(store);
        history.load(StoredGuardrails.NONE);
        assertThat(history.newestFirst()).isEmpty();
        StoredGuardrails inForce = past(7, "x").set();
        history.load(inForce);
        assertThat(history.newestFirst()).containsExactly(new PastGuardrails(inForce, 0, ChangeOrigin.UNKNOWN));
        assertThat(history.find(inForce.digest())).isNotNull();
    }

    @Test
    void theNewestSetOfADigestIsFound() {
        var history = new GuardrailsHistory(store);
        LongStream.of(1, 2, 3).forEach(epoch -> history.add(past(epoch, "x")));
        history.add(new PastGuardrails(new StoredGuardrails(4, "d2", Map.of(), null, null), 4, BY));
        assertThat(history.find("d2")).extracting(PastGuardrails::epoch).isEqualTo(4L);
    }

    @Test
    void theDiskKeepsItAndRefusesAFileOfAnotherName() throws StateException, IOException {
        Path root = folder.resolve("state");
        try (StateDirectory directory = StateDirectory.open(root, LockWait.NONE)) {
            directory.store().save(past(3, "x"));
            directory.store().save(past(4, "y"));
            directory.store().retainPastGuardrails(Set.of(4L));
        }
        try (StateDirectory directory = StateDirectory.open(root, LockWait.NONE)) {
            assertThat(directory.store().pastGuardrails()).containsExactly(past(4, "y"));
            Path history = root.resolve("guardrails/history");
            Files.move(history.resolve("4.json"), history.resolve("5.json"));
            assertThatThrownBy(() -> directory.store().pastGuardrails())
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining("5.json")
                    .hasMessageContaining("epoch 4");
        }
    }

    private static PastGuardrails past(long epoch, String text) {
        return new PastGuardrails(
                new StoredGuardrails(epoch, "d" + epoch, Map.of("g.rego", text), "{}", "r" + epoch), epoch, BY);
    }
}

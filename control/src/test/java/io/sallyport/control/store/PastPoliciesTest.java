package io.sallyport.control.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.store.SandboxRecord.TokenDigests;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PastPoliciesTest {
    private static final SandboxId ID = new SandboxId("sb-1");

    @TempDir
    Path folder = Path.of("");

    @Test
    void whatWasReplacedOrDeletedIsFoundByItsGeneration() throws StateException {
        try (StateDirectory directory = open()) {
            Store store = directory.store();
            store.save(record(1, "https://a.test/**"));
            store.save(record(2, "https://b.test/**"));
            assertThat(lease(1, 0)).contains("a.test");
            assertThat(lease(2, 0)).contains("b.test");
            store.delete(ID, 2);
            store.save(record(3, "https://c.test/**"));
        }
        assertThat(lease(1, 0)).contains("a.test");
        assertThat(lease(2, 0)).contains("b.test");
        assertThat(lease(3, 0)).contains("c.test");
        assertThat(lease(4, 0)).as("never in force").isNull();
    }

    @Test
    void changesOfGuardrailsRaisedTheGeneration() throws StateException {
        try (StateDirectory directory = open()) {
            directory.store().save(record(5, "https://a.test/**"));
        }
        assertThat(lease(7, 2)).contains("a.test");
        assertThat(lease(7, 1)).isNull();
    }

    @Test
    void aPastPolicyHoldsNoDigestOfATokenAndOnlyTheOwnerReadsIt() throws Exception {
        try (StateDirectory directory = open()) {
            directory.store().save(record(1, "https://a.test/**"));
            directory.store().save(record(2, "https://b.test/**"));
        }
        Path kept = kept().getFirst();
        assertThat(kept).content().doesNotContain("p".repeat(64), "f".repeat(64));
        assertThat(Files.getPosixFilePermissions(kept)).hasSize(2);
    }

    @Test
    void otherTokensAloneKeepNothing() throws Exception {
        try (StateDirectory directory = open()) {
            Store store = directory.store();
            store.save(record(1, "https://a.test/**"));
            store.save(record(1, "https://a.test/**").withTokens(new TokenDigests("q".repeat(64), "g".repeat(64))));
        }
        assertThat(kept()).isEmpty();
    }

    @Test
    void theOldestGoFirstAlsoAfterARestart() throws Exception {
        int two = 2 * StateForms.write(StateForms.of(record(10, "https://a.test/**"))).length;
        for (int from = 10; from < 16; from += 3) {
            try (StateDirectory directory = open()) {
                Store store = directory.store(two);
                for (int generation = from; generation < from + 3; generation++) {
                    store.save(record(generation, "https://h" + generation + ".test/**"));
                }
            }
        }
        assertThat(kept()).hasSize(2);
        assertThat(lease(12, 0)).isNull();
        assertThat(lease(13, 0)).contains("h13");
        assertThat(lease(14, 0)).contains("h14");
    }

    @Test
    void zeroBytesKeepNone() throws Exception {
        try (StateDirectory directory = open()) {
            Store store = directory.store(0);
            store.save(record(1, "https://a.test/**"));
            store.save(record(2, "https://b.test/**"));
        }
        assertThat(kept()).isEmpty();
    }

    private StateDirectory open() throws StateException {
        return StateDirectory.open(folder, LockWait.NONE);
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("policies"))) {
            return files.sorted().toList();
        }
    }

    private @Nullable String lease(long generation, long epoch) throws StateException {
        SandboxRecord found = new RecordedPolicies(folder).policy(ID, generation, epoch);
        return found == null ? null : found.documents().lease();
    }

    private static SandboxRecord record(long generation, String pattern) {
        SandboxDocuments documents = SandboxDocuments.builder()
                .lease("{\"net.fetch\": [\"" + pattern + "\"]}")
                .build();
        return new SandboxRecord(
                ID,
                generation,
                0,
                "d",
                Phase.PLANNING,
                documents,
                "p".repeat(64),
                "f".repeat(64),
                null,
                false,
                StoredTrials.NONE,
                null);
    }
}

package io.sallyport.control.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Proposal;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.WorkspaceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PendingChangesTest {
    private static final ChangeOrigin ALICE = new ChangeOrigin("security", "alice.token", "why", 2L, null);
    private static final GuardrailsView SET = new GuardrailsView(0, "d1", Map.of("g.rego", "text"), "{}", "r1");
    private static final Proposal PROPOSAL = new Proposal.OfGuardrails(SET, true);

    @TempDir
    Path folder = Path.of("");

    @Test
    void theDiskKeepsAChangeAsItIs() throws StateException {
        PendingChange change = added();
        assertThat(read()).containsExactly(change);
        assertThat(change.proposal()).isEqualTo(PROPOSAL);
        assertThat(change.origin()).isEqualTo(ALICE);
    }

    @Test
    void whatWasAlteredOnTheDiskIsNotReadWhateverWasAltered() throws StateException, IOException {
        Path file = file(added());
        String text = Files.readString(file);
        for (List<String> altered : List.of(
                List.of("\"text\"", "\"other\""),
                List.of("alice.token", "mallory.token"),
                List.of("\"why\"", "\"because\""),
                List.of("\"promotes\" : true", "\"promotes\" : false"),
                List.of("3-d0", "4-d0"),
                List.of("\"digest\" : \"d1\"", "\"digest\" : \"d2\""))) {
            assertThat(text).contains(altered.getFirst());
            Files.writeString(file, text.replace(altered.getFirst(), altered.getLast()));
            assertThatThrownBy(this::read)
                    .as(altered.getLast())
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining(file.getFileName().toString())
                    .hasMessageContaining("was altered");
        }
    }

    @Test
    void theDiskKeepsAChangeOfAWorkspaceToo() throws StateException {
        var documents = SandboxDocuments.builder().lease("{}").build();
        for (Proposal proposal : List.of(
                new Proposal.OfWorkspace(new WorkspaceId("docs"), documents, "d2"),
                new Proposal.OfWorkspace(new WorkspaceId("docs"), null, ""))) {
            try (StateDirectory directory = open()) {
                directory.store().retainPendingChanges(Set.of());
                var rules = new ApprovalRules(true, true, true, Duration.ofHours(1), 5, 5, 5);
                new PendingChanges(rules, directory.store(), InstantSource.system()).add(proposal, "4", ALICE);
            }
            assertThat(read()).extracting(PendingChange::proposal).containsExactly(proposal);
        }
    }

    @Test
    void aFileOfAnotherVersionFormOrNameIsRefused() throws StateException, IOException {
        Path file = file(added());
        String text = Files.readString(file);
        for (String wrong : List.of(text.replace("\"v\" : 1", "\"v\" : 2"), text.replace("base", "basis"), "", "{")) {
            Files.writeString(file, wrong);
            assertThatThrownBy(this::read).as(wrong).isInstanceOf(StateException.class);
        }
        Files.writeString(file, text);
        Files.move(file, file.resolveSibling("0".repeat(32) + ".json"));
        assertThatThrownBy(this::read).isInstanceOf(StateException.class);
    }

    private PendingChange added() throws StateException {
        try (StateDirectory directory = open()) {
            var rules = new ApprovalRules(true, true, true, Duration.ofHours(1), 5, 5, 5);
            return new PendingChanges(rules, directory.store(), InstantSource.system()).add(PROPOSAL, "3-d0", ALICE);
        }
    }

    private List<PendingChange> read() throws StateException {
        try (StateDirectory directory = open()) {
            return directory.store().pendingChanges();
        }
    }

    private StateDirectory open() throws StateException {
        return StateDirectory.open(folder.resolve("state"), LockWait.NONE);
    }

    private Path file(PendingChange change) {
        return folder.resolve("state/guardrails/pending").resolve(change.id() + ".json");
    }
}

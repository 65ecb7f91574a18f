package io.sallyport.decision.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.Sandbox;
import io.sallyport.decision.Sandboxes;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.GoldenFile;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the reader of questions says is recorded, so that no change of it goes unseen. */
final class GoldenMessagesTest {
    private static final GuardDesk DESK =
            new GuardDesk(new Guard(ClosedPaths.of(List.of())), () -> "id", InstantSource.system(), System::nanoTime);

    /** Knows none: what was read ends here. */
    private static final Sandboxes NONE = new Sandboxes() {
        @Override
        public @Nullable Sandbox find(SandboxId id) {
            return null;
        }

        @Override
        public @Nullable Sandbox findByToken(String sha256) {
            return null;
        }

        @Override
        public boolean holdsToken(SandboxId id, String sha256) {
            return false;
        }
    };

    @Test
    void questionsAreToldWhatIsWrongAsRecorded() {
        GoldenFile golden = GoldenFile.of(Path.of("src/test/resources/golden/guard-question.txt"));
        String said = golden.said(bytes -> switch (DESK.rule(NONE, bytes)) {
            case GuardDesk.Unreadable(String why) -> "unreadable: " + why;
            case GuardDesk.Unknown _, GuardDesk.Ruled _ -> "taken";
        });
        assertThat(said).isEqualTo(golden.recorded());
    }
}

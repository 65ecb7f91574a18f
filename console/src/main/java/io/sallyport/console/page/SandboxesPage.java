package io.sallyport.console.page;

import java.util.List;
import java.util.Map;

/**
 * A part of all sandboxes, by id.
 *
 * @param next the id after which the next part begins; empty on the last one
 */
public record SandboxesPage(List<Line> sandboxes, String next) {
    public SandboxesPage {
        sandboxes = List.copyOf(sandboxes);
    }

    /** One sandbox. */
    public record Line(
            String id,
            String status,
            String phase,
            String run,
            long generation,
            String expiresAt,
            String parent,
            String workspace,
            Map<String, String> labels) {
        public Line {
            labels = Map.copyOf(labels);
        }
    }

    /** Reads the answer of {@code GET /v1/sandboxes}. */
    public static SandboxesPage of(AnswerNode answer) {
        return new SandboxesPage(
                answer.items("sandboxes").stream().map(SandboxesPage::line).toList(), answer.text("next"));
    }

    static Line line(AnswerNode sandbox) {
        return new Line(
                sandbox.text("id"),
                sandbox.text("status"),
                sandbox.text("phase"),
                sandbox.text("run"),
                sandbox.number("generation"),
                sandbox.text("expires_at"),
                sandbox.text("parent"),
                sandbox.text("workspace"),
                sandbox.entries("labels"));
    }
}

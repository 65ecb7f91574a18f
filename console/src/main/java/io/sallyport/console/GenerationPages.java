package io.sallyport.console;

import io.sallyport.admin.PageCalls.PageCall;
import io.sallyport.console.page.GenerationPage;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.OwnReply;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/** An earlier generation of a sandbox: compared with the one in force, and put in force again. Stateless. */
final class GenerationPages {
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");

    private GenerationPages() {}

    static CompletionStage<OwnReply.Whole> show(Visit visit) {
        SandboxId id = SandboxId.parse(visit.address().segment(1));
        String generation = visit.address().query().text("generation");
        if (id == null || !NUMBER.matcher(generation).matches()) {
            return missing(visit);
        }
        String path = "/v1/sandboxes/" + id.text();
        return visit.pageOf(
                visit.getAll(List.of(path + "/history/" + generation, path + "/documents")),
                all -> PageTemplates.page(
                        200,
                        "generation",
                        visit.frame(id.text(), "sandboxes"),
                        GenerationPage.of(
                                id.text(),
                                all.getFirst().content(),
                                all.getLast().content())));
    }

    /** Puts it in force again, if the sandbox is still in the generation that the form was made of. */
    static CompletionStage<OwnReply.Whole> restore(Visit visit) {
        SandboxId id = SandboxId.parse(visit.form().text("sandbox"));
        String generation = visit.form().text("generation");
        String inForce = visit.form().text("in_force");
        if (id == null
                || !NUMBER.matcher(generation).matches()
                || !NUMBER.matcher(inForce).matches()) {
            return missing(visit);
        }
        return visit.page(
                visit.send(new PageCall(
                        "POST",
                        "/v1/sandboxes/" + id.text() + "/rollback",
                        "\"" + inForce + "\"",
                        "{\"generation\":" + generation + "}")),
                answer -> ConsoleReplies.changed(
                        visit.frame(id.text(), "sandboxes"), answer, "/console/sandboxes/" + id.text()));
    }

    private static CompletionStage<OwnReply.Whole> missing(Visit visit) {
        return CompletableFuture.completedStage(ConsoleReplies.missing(visit.frame("Generation", "sandboxes")));
    }
}

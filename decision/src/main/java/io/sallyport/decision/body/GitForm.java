package io.sallyport.decision.body;

import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the values of requests to repositories of git. */
final class GitForm {
    private static final MemberNames LFS_MEMBERS = MemberNames.of("operation");

    private GitForm() {}

    static BodyForm of(String repository, String operation) {
        return new BodyForm.Read(growing(repository, operation).sealed());
    }

    private static EntryObject growing(String repository, String operation) {
        return RegoObject.growing()
                .put("operation", RegoString.of(operation))
                .put("repository", RegoString.of(repository));
    }

    /**
     * Makes the value of a push.
     *
     * @param body its body or the beginning of it, from which {@code commands} were read
     */
    static BodyForm ofPush(String repository, PushCommands commands, byte[] body) {
        return switch (commands) {
            case PushCommands.Whole whole ->
                new BodyForm.Read(growing(repository, "push")
                        .put("refs", RegoArray.of(refs(whole, body)))
                        .put(
                                "options",
                                RegoArray.of(whole.options().stream()
                                        .map(RegoString::of)
                                        .toList()))
                        .sealed());
            case PushCommands.Partial _ -> new BodyForm.Unreadable("commands of git that are not complete");
            case PushCommands.Unreadable(String why) -> new BodyForm.Unreadable(why);
        };
    }

    private static List<RegoObject> refs(PushCommands.Whole push, byte[] body) {
        boolean moves = push.refs().stream().anyMatch(GitForm::moves);
        int digits = moves ? push.refs().getFirst().after().length() : 0;
        PackHistory history = moves ? PackHistory.read(body, push.packStart(), digits) : null;
        return push.refs().stream().map(command -> ref(command, history)).toList();
    }

    private static boolean moves(PushCommand command) {
        return !command.isCreation() && !command.isDeletion();
    }

    private static RegoObject ref(PushCommand command, @Nullable PackHistory history) {
        boolean fastForward = history != null && moves(command) && history.shows(command.after(), command.before());
        return RegoObject.growing()
                .put("name", RegoString.of(command.name()))
                .put("old", RegoString.of(command.before()))
                .put("new", RegoString.of(command.after()))
                .put("create", RegoBoolean.of(command.isCreation()))
                .put("delete", RegoBoolean.of(command.isDeletion()))
                .put("fast_forward", RegoBoolean.of(fastForward))
                .sealed();
    }

    static BodyForm ofLfs(String repository, BodyForm json) {
        return switch (json) {
            case BodyForm.Unreadable unreadable -> unreadable;
            case BodyForm.Read(RegoObject batch)
            when !LFS_MEMBERS.haveTwinIn(batch) -> ofLfs(repository, batch.get("operation"));
            case BodyForm.Read _, BodyForm.Absent _ -> new BodyForm.Unreadable("no batch of LFS");
        };
    }

    private static BodyForm ofLfs(String repository, @Nullable RegoValue operation) {
        return switch (operation instanceof RegoString word ? word.text() : "") {
            case "download" -> of(repository, "fetch");
            case "upload" -> of(repository, "push");
            default -> new BodyForm.Unreadable("a batch of LFS that neither downloads nor uploads");
        };
    }
}

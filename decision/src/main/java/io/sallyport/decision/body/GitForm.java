package io.sallyport.decision.body;

import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
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

    static BodyForm ofPush(String repository, PushCommands commands) {
        return switch (commands) {
            case PushCommands.Whole(RegoArray refs, RegoArray options) ->
                new BodyForm.Read(growing(repository, "push")
                        .put("refs", refs)
                        .put("options", options)
                        .sealed());
            case PushCommands.Partial _ -> new BodyForm.Unreadable("commands of git that are not complete");
            case PushCommands.Unreadable(String why) -> new BodyForm.Unreadable(why);
        };
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

package io.sallyport.console;

import io.sallyport.console.page.PageFrame;
import io.sallyport.console.session.FormFields;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.web.BodyFault;
import io.sallyport.web.Reply;
import io.sallyport.web.WebCall;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A form whose head was accepted.
 *
 * @param taken what becomes of its fields
 */
record FormCall(Function<FormFields, CompletionStage<OwnReply.Whole>> taken) implements WebCall {
    /** The maximum size of a form. */
    static final int MAX_BYTES = 4 << 20;

    @Override
    public @Nullable SandboxId owner() {
        return null;
    }

    @Override
    public int maxBodyBytes() {
        return MAX_BYTES;
    }

    @Override
    public Reply refuse(BodyFault fault) {
        return Reply.now(
                switch (fault) {
                    case TOO_LARGE -> refused(413, "The form is too large");
                    case LATE -> refused(408, "The form did not arrive in time");
                    case NO_ROOM, TOO_MANY_CONNECTIONS -> refused(503, "The gateway is busy");
                });
    }

    @Override
    public Reply answer(ByteBuffer body) {
        FormFields form =
                FormFields.parse(StandardCharsets.UTF_8.decode(body.duplicate()).toString());
        return form == null ? Reply.now(refused(400, "The form is malformed")) : new Reply.One(taken.apply(form));
    }

    private static OwnReply.Whole refused(int status, String why) {
        return ConsoleReplies.problem(PageFrame.outside("Not accepted"), status, why, "Nothing was changed.");
    }
}

package io.sallyport.admin;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.sallyport.admin.answer.Problem;
import io.sallyport.model.SandboxId;
import io.sallyport.web.BodyFault;
import io.sallyport.web.Reply;
import io.sallyport.web.WebCall;
import io.sallyport.web.WebRequest;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A call that passed the front door and whose body is being received. Confined to the event loop. */
record AdmittedCall(AdminLimits limits, Calls calls, FrontDoor.Passed passed, WebRequest request) implements WebCall {
    /** No owner: holders of a token of this API are trusted not to hoard connections. */
    @Override
    public @Nullable SandboxId owner() {
        return null;
    }

    @Override
    public int maxBodyBytes() {
        return passed.route().takesBody() ? limits.maxBodyBytes() : 0;
    }

    @Override
    public Reply refuse(BodyFault fault) {
        Problem problem = switch (fault) {
            case TOO_LARGE -> Problem.tooLarge(limits.maxBodyBytes());
            case NO_ROOM -> Problem.unavailable("too many bodies are being read already");
            case TOO_MANY_CONNECTIONS -> Problem.unavailable("too many calls are under way already");
            case LATE -> Problem.of(408, "TIMEOUT", "the body did not arrive in time");
        };
        return Reply.now(problem.answer());
    }

    @Override
    public Reply answer(ByteBuffer body) {
        return calls.reply(new Call(
                passed.route(),
                passed.caller(),
                passed.id(),
                passed.skill(),
                passed.parameters(),
                request.head().headers().get(HttpHeaderNames.IF_MATCH),
                body,
                request));
    }
}

package io.sallyport.console;

import io.sallyport.console.page.AnswerNode;
import io.sallyport.model.answer.OwnReply;

/** An answer of the control API to a page. */
record ApiAnswer(OwnReply.Whole reply) {
    boolean isOk() {
        return reply.status() >= 200 && reply.status() < 300;
    }

    /** Returns the content; empty if the call was refused, so that a page leaves out what its reader may not see. */
    AnswerNode content() {
        return isOk() ? AnswerNode.read(reply.body()) : AnswerNode.EMPTY;
    }

    /** Returns what a refusal says. */
    AnswerNode problem() {
        return AnswerNode.read(reply.body());
    }
}

package io.sallyport.models;

import io.sallyport.inference.ModelOperation;
import io.sallyport.inference.ModelRequest;
import io.sallyport.inference.translation.Translation;
import io.sallyport.model.text.Parsed;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What is sent to a backend for a request, and how its answers become those that the client expects. Immutable. */
sealed interface ClientAnswers permits PassedAnswers, TranslatedAnswers {
    /**
     * Returns the request in the backend's form, and the way back; or refuses what the backend's API does not have, by
     * the name of its member.
     *
     * @param now the time that translated answers carry
     */
    static Parsed<ClientAnswers> of(ModelRequest request, ModelBackend backend, Instant now) {
        return backend.speaks(request.endpoint().operation())
                ? new Parsed.Accepted<>(PassedAnswers.of(request))
                : Translation.of(request, backend.api(), now).map(TranslatedAnswers::new);
    }

    /** Returns the operation that one is translated into; null if it is not translated. */
    static @Nullable ModelOperation translated(ModelOperation operation) {
        return switch (operation) {
            case CHAT_COMPLETIONS -> ModelOperation.MESSAGES;
            case MESSAGES -> ModelOperation.CHAT_COMPLETIONS;
            default -> null;
        };
    }

    /** Returns what the backend gets. */
    ModelRequest sent();

    /** Returns a whole answer for the client, or says why it cannot be made. */
    Parsed<byte[]> answer(byte[] body);

    /** Returns the body of an error for the client. */
    byte[] error(int status, byte[] body);

    /** Returns the way of one stream to the client. */
    Events events();

    /** A stream, event by event. Confined to one thread. */
    interface Events {
        /** Returns what the client gets of the next events. */
        byte[] next(byte[] events);

        /** Returns what the client gets at the end of the backend's answer. */
        byte[] end();
    }
}

package io.sallyport.admin;

import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.model.SandboxId;
import io.sallyport.web.WebRequest;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call that passed the front door.
 *
 * @param caller null on a route that is open to everyone
 * @param id null where the route has none
 * @param skill as the path names it; null where the route names none
 * @param ifMatch the header's text, or null
 * @param body to be read through a duplicate
 */
record Call(
        Route route,
        @Nullable Caller caller,
        @Nullable SandboxId id,
        @Nullable String skill,
        Map<String, String> parameters,
        @Nullable String ifMatch,
        ByteBuffer body,
        WebRequest asked) {
    Call {
        parameters = Map.copyOf(parameters);
    }

    /** The id of a route that has one. */
    SandboxId requireId() {
        if (id == null) {
            throw new IllegalStateException(route + " has no id");
        }
        return id;
    }

    /** The skill of a route that names one. */
    String requireSkill() {
        if (skill == null) {
            throw new IllegalStateException(route + " names no skill");
        }
        return skill;
    }

    @Nullable
    String parameter(String name) {
        return parameters.get(name);
    }
}

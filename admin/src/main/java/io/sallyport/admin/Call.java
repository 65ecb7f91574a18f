package io.sallyport.admin;

import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.control.calls.Precondition;
import io.sallyport.model.SandboxId;
import io.sallyport.web.WebRequest;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call that passed the front door.
 *
 * @param caller null on a route that needs no token
 * @param id null if the route has none
 * @param skill the skill as the path names it; null if the route names none
 * @param condition of the header; {@link Precondition#NONE} on a route that takes none
 * @param body {@link #NO_BODY} until it was received; readers use a duplicate
 */
record Call(
        Route route,
        @Nullable Caller caller,
        @Nullable SandboxId id,
        @Nullable String skill,
        Precondition condition,
        Map<String, String> parameters,
        WebRequest asked,
        ByteBuffer body) {
    static final ByteBuffer NO_BODY = ByteBuffer.allocate(0).asReadOnlyBuffer();

    Call {
        parameters = Map.copyOf(parameters);
    }

    /** Returns a copy with the body that was received. */
    Call with(ByteBuffer received) {
        return new Call(route, caller, id, skill, condition, parameters, asked, received);
    }

    /** Returns the id, on a route that has one. */
    SandboxId requireId() {
        if (id == null) {
            throw new IllegalStateException(route + " has no id");
        }
        return id;
    }

    /** Returns the skill, on a route that names one. */
    String requireSkill() {
        if (skill == null) {
            throw new IllegalStateException(route + " names no skill");
        }
        return skill;
    }

    /** Returns the caller, on a route that needs a token. */
    Caller requireCaller() {
        if (caller == null) {
            throw new IllegalStateException(route + " needs no token");
        }
        return caller;
    }

    /** Returns the last segment of the path. */
    String lastSegment() {
        String path = asked.path();
        return path.substring(path.lastIndexOf('/') + 1);
    }

    @Nullable
    String parameter(String name) {
        return parameters.get(name);
    }
}

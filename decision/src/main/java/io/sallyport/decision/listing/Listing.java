package io.sallyport.decision.listing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.decision.body.BodyForm;
import io.sallyport.decision.body.BodyForms;
import io.sallyport.decision.body.MemberNames;
import io.sallyport.model.message.ListedTool;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** A method of MCP (2025-06-18) whose result is a list of what another method takes by name. */
public enum Listing {
    TOOLS("tools", "name", "tools/call"),
    PROMPTS("prompts", "name", "prompts/get"),
    RESOURCES("resources", "uri", "resources/read");

    private final String member;
    private final String key;
    private final String user;

    Listing(String member, String key, String user) {
        this.member = member;
        this.key = key;
        this.user = user;
    }

    /** Returns the lists that the calls in the body of a request ask for; none if the body was not read. */
    public static Set<Listing> askedIn(RequestHeaders request) {
        RequestBody body = request.body();
        if (body == null || body == RequestBody.NONE) {
            return Set.of();
        }
        BodyForms forms = BodyForms.of(body, request);
        Set<Listing> asked = EnumSet.noneOf(Listing.class);
        for (int call = 0; call < forms.calls(); call++) {
            if (forms.rpc(call) instanceof BodyForm.Read(RegoObject message)) {
                addAskedBy(message, asked);
            }
        }
        return asked.isEmpty() ? Set.of() : Collections.unmodifiableSet(asked);
    }

    private static void addAskedBy(RegoObject message, Set<Listing> asked) {
        for (Listing listing : values()) {
            if (message.get("method") instanceof RegoString method
                    && method.text().equals(listing.member + "/list")) {
                asked.add(listing);
            }
        }
    }

    /** The member of the result that is the list. */
    String member() {
        return member;
    }

    /** The member of an entry by which it is called. */
    String key() {
        return key;
    }

    boolean hasTwinOfKeyIn(RegoObject entry) {
        return MemberNames.of(key).haveTwinIn(entry);
    }

    /** Returns the call of an entry, which says its name and nothing else. */
    RequestBody call(RegoString name, RegoObject entry, ListSession session) {
        EntryObject call = RegoObject.growing()
                .put("id", RegoString.of("list"))
                .put("jsonrpc", RegoString.of("2.0"))
                .put("method", RegoString.of(user))
                .put("params", RegoObject.growing().put(key, name).sealed());
        RequestBody body = RequestBody.naming(RegoJson.write(call.sealed()).getBytes(UTF_8));
        if (this != TOOLS) {
            return body;
        }
        ListedTool tool = session.listed(name, entry);
        return body.knowing(_ -> tool);
    }
}

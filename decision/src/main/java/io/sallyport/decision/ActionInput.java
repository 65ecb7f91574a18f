package io.sallyport.decision;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.ModelInvocation;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;

/** An action as policy sees it ({@code input} of the decision contract, version 1): nothing of it is withheld. */
public final class ActionInput {
    private ActionInput() {}

    /** The input document of {@code action}, asked with the sandbox's token. */
    public static RegoObject of(CanonicalAction action, SandboxFacts facts) {
        var identity = new IdentityInput(ActingIdentity.of(IdentityKind.TOKEN, facts), RequestInput.START);
        return of(action, SandboxInput.of(facts), identity);
    }

    static RegoObject of(CanonicalAction action, SandboxInput sandbox, IdentityInput identity) {
        EntryObject named = RegoObject.growing()
                .put("capability", RegoString.of(action.capability()))
                .put("target", RegoString.of(action.target()));
        String skill = action.skill();
        if (skill != null) {
            named.put("skill", RegoString.of(skill));
        }
        EntryObject input = RegoObject.growing()
                .put("action", named.sealed())
                .put("identity", identity)
                .put("kind", RequestInput.kind(action.kind()));
        ModelInvocation invocation = action.invocation();
        (invocation == null ? input : input.put("model", model(action.target(), invocation)))
                .put("phase", sandbox.phase())
                .put("sandbox", sandbox.value())
                .put("version", RequestInput.VERSION);
        RegoObject lease = sandbox.lease();
        return (lease == null ? input : input.put("lease", lease)).sealed();
    }

    private static RegoObject model(String name, ModelInvocation request) {
        return RegoObject.growing()
                .put("api", RegoString.of(request.api()))
                .put("bytes", RegoNumber.of(request.bytes()))
                .put("location", RegoString.of(request.isLocal() ? "local" : "remote"))
                .put("max_tokens", RegoNumber.of(request.maxTokens()))
                .put("messages", RegoNumber.of(request.messages()))
                .put("name", RegoString.of(name))
                .put("operation", RegoString.of(request.operation()))
                .put("provider", RegoString.of(request.provider()))
                .put("stream", request.isStreamed() ? RegoBoolean.TRUE : RegoBoolean.FALSE)
                .put(
                        "tools",
                        RegoArray.of(
                                request.tools().stream().map(RegoString::of).toArray(RegoValue[]::new)))
                .sealed();
    }
}

package io.sallyport.decision;

import io.sallyport.model.CanonicalAction;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;

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
                .put("kind", RequestInput.kind(action.kind()))
                .put("phase", sandbox.phase())
                .put("sandbox", sandbox.value())
                .put("version", RequestInput.VERSION);
        RegoObject lease = sandbox.lease();
        return (lease == null ? input : input.put("lease", lease)).sealed();
    }
}

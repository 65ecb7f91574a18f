package io.sallyport.fetch.forge;

import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.url.SkillLocation;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.SandboxId;

/** Another way to a skill than the API of its forge, for what that cannot give. Safe for concurrent use; it blocks. */
@FunctionalInterface
public interface FallbackTransport {
    /**
     * Hands every file of the skill to {@code collected}, without a credential.
     *
     * @param repositories where the forge's repositories begin
     * @throws RefusedException where the forge fails, or the skill holds what none may hold
     */
    void get(
            CanonicalUrl repositories,
            SkillLocation location,
            SandboxId sandbox,
            FetchDeadline deadline,
            CollectedFiles collected)
            throws RefusedException;
}

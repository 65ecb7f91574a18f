package io.sallyport.gateway.fetch;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.landing.Landing;

/** Where the operator shares no directory with sandboxes: they ask for the skill itself. */
final class NoLanding implements Landing {
    @Override
    public String deliver(CachedSkill skill, String name) throws RefusedException {
        throw new RefusedException(
                Refused.cannotDeliver("fetch.directory is not set; ask with Accept: application/x-tar"));
    }
}

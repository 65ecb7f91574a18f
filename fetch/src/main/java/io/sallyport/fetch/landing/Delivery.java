package io.sallyport.fetch.landing;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.CachedFile;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.tree.Sha256;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What lands, under which name. Immutable.
 *
 * @param isDirectory a skill; else a single file
 * @param bytes of all that is copied
 * @param copying makes the copy that lands
 */
record Delivery(Sha256 sha256, String name, boolean isDirectory, long bytes, Copying copying) {
    /** Makes a copy where no sandbox writes, under the name it is given. */
    @FunctionalInterface
    interface Copying {
        Path copy(String at) throws IOException;
    }

    static Delivery of(CachedSkill skill, String name, Staging staging) {
        return new Delivery(skill.sha256(), name, true, skill.bytes(), at -> staging.copy(skill, at));
    }

    static Delivery of(CachedFile file, String name, Staging staging) {
        return new Delivery(file.sha256(), name, false, file.bytes(), at -> staging.copy(file, at));
    }

    /** No other one's: a file can be made whose hash is that of a skill. */
    String key() {
        return sha256.hex() + "-" + name + (isDirectory ? "/" : "");
    }

    /** The names that it may land under. */
    LandingNames names() {
        return new LandingNames(sha256, name);
    }

    Refused failed(String detail) {
        return isDirectory ? Refused.cannotDeliver(detail) : Refused.cannotDeliverFile(detail);
    }

    RefusedException failure(String detail) {
        return new RefusedException(failed(detail));
    }
}

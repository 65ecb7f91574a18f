package io.sallyport.fetch.landing;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.CachedContent;
import io.sallyport.fetch.cache.CachedSkill;

/** What lands, under which name. Immutable. */
record Delivery(CachedContent content, String name) {
    /** Whether it is a skill; else it is a single file. */
    boolean isDirectory() {
        return content instanceof CachedSkill;
    }

    /** Of all that is copied. */
    long bytes() {
        return content.bytes();
    }

    /** No other one's: a file can be made whose hash is that of a skill. */
    String key() {
        return content.sha256().hex() + "-" + name + (isDirectory() ? "/" : "");
    }

    /** The names that it may land under. */
    LandingNames names() {
        return new LandingNames(content.sha256(), name);
    }

    FetchRefusal failed(String detail) {
        return isDirectory() ? FetchRefusal.cannotDeliver(detail) : FetchRefusal.cannotDeliverFile(detail);
    }

    RefusedException failure(String detail) {
        return new RefusedException(failed(detail));
    }
}

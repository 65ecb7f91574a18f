package io.sallyport.fetch;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.cache.CachedFile;
import io.sallyport.fetch.landing.SkillTar;

/** What a client hears. */
public sealed interface FetchAnswer {
    /** It lies there; {@code path} is absolute, as the sandbox sees it. */
    record Landed(String path) implements FetchAnswer {}

    /** The skill itself. */
    record Archive(SkillTar tar) implements FetchAnswer {}

    /** The file itself. */
    record Content(CachedFile file) implements FetchAnswer {}

    /** Nothing. */
    record Failed(FetchRefusal refused) implements FetchAnswer {}
}

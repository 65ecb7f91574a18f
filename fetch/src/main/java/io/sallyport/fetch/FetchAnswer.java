package io.sallyport.fetch;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.landing.SkillTar;

/** What a client hears. */
public sealed interface FetchAnswer {
    /** The skill lies there; {@code path} is absolute, as the sandbox sees it. */
    record Landed(String path) implements FetchAnswer {}

    /** The skill itself. */
    record Archive(SkillTar tar) implements FetchAnswer {}

    /** No skill. */
    record Failed(Refused refused) implements FetchAnswer {}
}

package io.sallyport.fetch;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.url.SkillUrl;
import org.jspecify.annotations.Nullable;

/** What else has a say about a URL that the allowlist covers. Safe for concurrent use; returns at once. */
@FunctionalInterface
public interface FetchPolicy {
    /** Where the allowlist alone decides. */
    FetchPolicy ALLOWLIST_ALONE = url -> null;

    /** Why {@code url} is refused, or null. */
    @Nullable
    Refused judge(SkillUrl url);
}

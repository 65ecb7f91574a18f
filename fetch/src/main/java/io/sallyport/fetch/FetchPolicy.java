package io.sallyport.fetch;

import io.sallyport.fetch.url.SkillUrl;
import io.sallyport.model.Verdict;

/** What else has a say about a URL that the allowlist covers. Safe for concurrent use; returns at once. */
@FunctionalInterface
public interface FetchPolicy {
    /** Where the allowlist alone decides. */
    FetchPolicy ALLOWLIST_ALONE = url -> Verdict.PASS;

    /** Whether {@code url} may be fetched. */
    Verdict judge(SkillUrl url);
}

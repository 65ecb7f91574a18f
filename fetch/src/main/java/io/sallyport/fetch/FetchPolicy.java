package io.sallyport.fetch;

import io.sallyport.fetch.url.SkillUrl;
import io.sallyport.model.Reported;
import io.sallyport.model.Verdict;

/** What else has a say about a URL that the allowlist covers. Safe for concurrent use; returns at once. */
@FunctionalInterface
public interface FetchPolicy {
    /** Where the allowlist alone decides. */
    FetchPolicy ALLOWLIST_ALONE = url -> new Judged(Verdict.PASS, Reported.NONE);

    /**
     * What was said of a URL.
     *
     * @param reported what rules in report mode say, for the record alone
     */
    record Judged(Verdict verdict, Reported reported) {}

    /** Whether {@code url} may be fetched. */
    Judged judge(SkillUrl url);
}

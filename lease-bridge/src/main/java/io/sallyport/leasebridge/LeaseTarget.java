package io.sallyport.leasebridge;

import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.FilePath;
import io.sallyport.model.OpaqueName;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import org.jspecify.annotations.Nullable;

/** The object of an operation, in canonical form. */
sealed interface LeaseTarget {
    /** Returns the canonical text. */
    String text();

    record Url(CanonicalUrl url) implements LeaseTarget {
        @Override
        public String text() {
            return url.text();
        }
    }

    record Named(String text) implements LeaseTarget {}

    /** Returns the canonical target of a decision call, or null if there is none. */
    static @Nullable LeaseTarget parse(Capability capability, String text) {
        return switch (capability) {
            case URL -> url(text);
            case FILE -> FilePath.parse(text) instanceof Parsed.Accepted(var path) ? new Named(path) : null;
            case TOOL, AGENT, MODEL, VENDOR ->
                OpaqueName.parse(text) instanceof Parsed.Accepted(var name) ? new Named(name) : null;
            case BUDGET -> null;
        };
    }

    private static @Nullable LeaseTarget url(String text) {
        return CanonicalUrl.parse(text, Dialect.DOCUMENT) instanceof Canonicalized.Accepted(var url)
                        && !url.scheme().isTcp()
                ? new Url(url)
                : null;
    }

    /** Returns whether that pattern covers this target; false if the budget runs out. */
    default boolean isCoveredBy(LeasePattern pattern, ComparisonBudget effort) {
        return switch (this) {
            case Url(var url) -> pattern instanceof LeasePattern.Url(var urls) && urls.covers(url, effort);
            case Named(var text) ->
                pattern instanceof LeasePattern.Named named && named.glob().matches(text, effort);
        };
    }
}

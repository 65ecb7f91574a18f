package io.sallyport.policycompiler;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.Grant;
import io.sallyport.model.NamePattern;
import java.util.Locale;

/** A part of an action that a grant can restrict. */
enum NamePart {
    CAPABILITY,
    TARGET;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns a grant that restricts this part as {@code grant} does, and takes the other part from {@code action}. */
    Grant.Named only(Grant.Named grant, CanonicalAction action) {
        return new Grant.Named(
                grant.source(),
                grant.rule(),
                this == CAPABILITY ? grant.capability() : action.capability(),
                this == TARGET ? grant.targets() : new NamePattern.Anything(),
                grant.text());
    }
}

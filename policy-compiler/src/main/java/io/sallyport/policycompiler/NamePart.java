package io.sallyport.policycompiler;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.Grant;
import io.sallyport.model.NamePattern;
import java.util.Locale;

/** One part of an action that a grant can be particular about. */
enum NamePart {
    CAPABILITY,
    TARGET;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A grant that is as particular as {@code grant} about this part, and takes what {@code action} has in the other. */
    Grant.Named only(Grant.Named grant, CanonicalAction action) {
        return new Grant.Named(
                grant.source(),
                grant.rule(),
                this == CAPABILITY ? grant.capability() : action.capability(),
                this == TARGET ? grant.targets() : new NamePattern.Anything(),
                grant.text());
    }
}

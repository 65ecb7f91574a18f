package io.sallyport.proxy.identity;

import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Sandbox;

/** What one witness has to say of a request. */
public sealed interface IdentityEvidence {
    /** Nothing: the request bears no evidence of this kind. */
    record Silent() implements IdentityEvidence {}

    /** It names {@code sandbox}, by evidence of that kind. */
    record Names(Sandbox sandbox, IdentityKind kind) implements IdentityEvidence {}

    /** There is evidence, and it names nobody. {@code why} is safe to show and says nothing of any secret. */
    record NamesNobody(String why) implements IdentityEvidence {}

    /** It names nobody, as too much of its kind has of late. {@code why} is safe to show. */
    record NamesNobodyTooOften(String why) implements IdentityEvidence {}

    /** There is evidence twice, or it contradicts itself. */
    record Contradicts(String why) implements IdentityEvidence {}

    IdentityEvidence SILENT = new Silent();
}

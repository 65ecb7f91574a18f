package io.sallyport.policycompiler;

import io.sallyport.model.answer.TrialTerms;
import io.sallyport.policycompiler.author.AuthoredRego;
import org.jspecify.annotations.Nullable;

/**
 * What is tried beside the policy in force of one sandbox. Immutable.
 *
 * @param guardrails the candidate for the guardrails; without Rego if there is none
 * @param documents the candidate for the documents of the sandbox, or null
 * @param terms until when
 */
public record Trials(AuthoredRego guardrails, @Nullable SandboxPolicy documents, TrialTerms terms) {
    /** Nothing is tried. */
    public static final Trials NONE = new Trials(AuthoredRego.NONE, null, TrialTerms.NONE);
}

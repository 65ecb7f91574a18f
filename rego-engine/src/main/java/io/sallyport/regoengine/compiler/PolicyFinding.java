package io.sallyport.regoengine.compiler;

/**
 * A part of a policy that OPA accepts, and that has no effect or another one than it seems to have. Message and help
 * quote the policy; they are bounded, and safe to show to its author.
 *
 * @param row from 1
 * @param column from 1, in code points as in OPA
 * @param code stable, such as {@code NEVER_EQUAL}; listed in {@code opa-compiler/findings.go}
 * @param isWarning whether the policy does what it says, although hardly what is meant
 * @param help what to write instead; empty if that is unknown
 */
public record PolicyFinding(
        String file, int row, int column, String code, boolean isWarning, String message, String help) {}

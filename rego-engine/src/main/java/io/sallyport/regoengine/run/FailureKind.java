package io.sallyport.regoengine.run;

/** Why an evaluation was aborted. */
public enum FailureKind {
    /** It exhausted its steps, memory or depth; the message names the limit and its setting. */
    LIMIT,
    /** Two values for one rule, function or key ({@code eval_conflict_error} of OPA). */
    CONFLICT,
    /** A builtin failed, and errors are strict ({@code eval_builtin_error} of OPA). */
    BUILTIN,
    /** A builtin received an operand of the wrong kind, and errors are strict ({@code eval_type_error} of OPA). */
    TYPE,
    /** A fault of this engine, or a plan that OPA's compiler would not write. */
    INTERNAL
}

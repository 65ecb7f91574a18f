package io.sallyport.regoengine.plan;

/** What came of reading a plan. */
public sealed interface ParsedPlan {
    /** It is one. */
    record Accepted(Plan plan) implements ParsedPlan {}

    /** It is none, or of a form that this engine does not know. */
    record Rejected(String why) implements ParsedPlan {}
}

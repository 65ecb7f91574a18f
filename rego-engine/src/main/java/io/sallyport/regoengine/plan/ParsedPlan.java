package io.sallyport.regoengine.plan;

/** The result of parsing a plan. */
public sealed interface ParsedPlan {
    /** The plan is valid. */
    record Accepted(Plan plan) implements ParsedPlan {}

    /** The text is not a plan, or has a form that this engine does not know. */
    record Rejected(String why) implements ParsedPlan {}
}

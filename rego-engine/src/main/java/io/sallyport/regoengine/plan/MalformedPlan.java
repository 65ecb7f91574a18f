package io.sallyport.regoengine.plan;

/** Thrown for a plan that does not have the form that OPA writes. Never leaves this package. */
final class MalformedPlan extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedPlan(String why) {
        super(why, null, false, false);
    }
}

package io.sallyport.demo;

import io.sallyport.demo.Step.Expected;

/**
 * How a step ended.
 *
 * @param millis wall time of the client or of the call
 * @param clientSaw the most informative line that the client printed
 * @param originGot requests that reached the origin
 */
record StepOutcome(String verdict, String reason, String auditId, long millis, String clientSaw, int originGot) {
    boolean is(Expected expected) {
        return verdict.equals(expected.verdict())
                && reason.equals(expected.reason())
                && (originGot > 0) == expected.reachesOrigin()
                && clientSaw.contains(expected.clientSees());
    }
}

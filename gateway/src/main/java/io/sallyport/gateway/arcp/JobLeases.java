package io.sallyport.gateway.arcp;

import io.sallyport.leasebridge.arcp.JobChange;

/** Puts what a runtime says of its jobs in force. Called by one thread at a time; returns once it is in force, or refused. */
@FunctionalInterface
public interface JobLeases {
    void apply(JobChange change);
}

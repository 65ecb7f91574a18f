package io.sallyport.leasebridge.arcp;

import java.util.Collection;

/** Puts what a runtime says of its jobs in force. Called by one thread at a time. */
public interface JobLeases {
    /** Jobs that have leases from earlier. */
    Collection<String> known();

    /** Returns once it is in force, or refused. */
    void apply(JobChange change);
}

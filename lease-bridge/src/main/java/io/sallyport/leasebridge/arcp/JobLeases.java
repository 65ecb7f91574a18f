package io.sallyport.leasebridge.arcp;

import java.util.Collection;

/** Puts a runtime's reports about its jobs in force. Called by one thread at a time. */
public interface JobLeases {
    /** Returns the jobs that already have leases. */
    Collection<String> known();

    /** Applies a change. Returns once it is in force or refused. */
    void apply(JobChange change);
}

package io.sallyport.fetch;

import io.sallyport.decision.FetchAllowance;
import io.sallyport.fetch.landing.Landing;
import io.sallyport.fetch.url.Allowlist;
import io.sallyport.model.SandboxId;
import org.jspecify.annotations.Nullable;

/**
 * One run that may ask: who it is, and what it may do now.
 *
 * @param run its id, for the audit
 * @param generation of the policy that is in force, or -1
 * @param isEnabled whether its harness opted in at all
 * @param allowance counts over the whole run, whatever changes meanwhile
 * @param failsClosed whether a critical finding blocks
 */
public record FetchRun(
        SandboxId sandbox,
        @Nullable String run,
        long generation,
        boolean isEnabled,
        Allowlist allowlist,
        FetchAllowance allowance,
        FetchPolicy policy,
        boolean failsClosed,
        Landing landing) {}

package io.sallyport.fetch;

import io.sallyport.decision.FetchAllowance;
import io.sallyport.decision.secrets.UrlSearch;
import io.sallyport.fetch.file.FilePolicy;
import io.sallyport.fetch.landing.Landing;
import io.sallyport.fetch.url.Allowlist;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.GuardrailsVersion;
import org.jspecify.annotations.Nullable;

/**
 * One run that may ask: who it is, and what it may do now.
 *
 * @param run its id, for the audit
 * @param generation of the policy that is in force, or -1
 * @param guardrails those that the policy holds
 * @param isEnabled whether its harness opted in at all, and that of each run above it
 * @param allowance counts over the whole run, whatever changes meanwhile
 * @param counting is told of each success before it is answered, and of each attempt before it is made
 * @param findings what is looked for in URLs
 * @param policy what has a say about skills beside the allowlist
 * @param files what decides about single files
 * @param budget what each of both is charged to
 * @param failsClosed whether a critical finding blocks
 */
public record FetchRun(
        SandboxId sandbox,
        @Nullable String run,
        long generation,
        GuardrailsVersion guardrails,
        boolean isEnabled,
        Allowlist allowlist,
        FetchAllowance allowance,
        FetchCounting counting,
        UrlSearch findings,
        FetchPolicy policy,
        FilePolicy files,
        FetchBudget budget,
        boolean failsClosed,
        Landing landing) {}

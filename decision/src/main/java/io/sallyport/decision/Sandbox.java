package io.sallyport.decision;

import io.sallyport.model.SandboxId;

/** One sandbox as the request path sees it: who it is, what is in force for it, and what is true of it now. */
public record Sandbox(SandboxId id, PolicyHolder policy, Admission admission) {}

package io.sallyport.gateway.control;

import io.sallyport.admin.Control.CompiledPolicy;
import io.sallyport.policycompiler.CompiledGuardrails;

/** The compiled part of guardrails that stand in a bundle. */
public record BundledPolicy(CompiledGuardrails guardrails) implements CompiledPolicy {}

package io.sallyport.control;

import io.sallyport.control.calls.Control.CompiledPolicy;
import io.sallyport.policycompiler.CompiledGuardrails;

/** The compiled part of guardrails that come as a bundle. */
public record BundledPolicy(CompiledGuardrails guardrails) implements CompiledPolicy {}

/** Compiles the Rego of the guardrails or of a sandbox, with checks and notes, to an {@code Author}. */
@NullMarked
package io.sallyport.policycompiler.author;

import org.jspecify.annotations.NullMarked;

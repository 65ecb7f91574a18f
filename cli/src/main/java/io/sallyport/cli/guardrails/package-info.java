/** The commands of {@code policy} that ask a running gateway about its guardrails, and change them. */
@NullMarked
package io.sallyport.cli.guardrails;

import org.jspecify.annotations.NullMarked;

/** Compiles and answers Rego queries for {@code policy eval} and {@code policy repl}. */
@NullMarked
package io.sallyport.cli.policy.query;

import org.jspecify.annotations.NullMarked;

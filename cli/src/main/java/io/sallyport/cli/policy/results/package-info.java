/** Results of tests and measurements of policies, for people and for programs. */
@NullMarked
package io.sallyport.cli.policy.results;

import org.jspecify.annotations.NullMarked;

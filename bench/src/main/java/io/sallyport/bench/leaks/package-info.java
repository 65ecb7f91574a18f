/** What guardrails catch of the public cases of agents' egress. */
@NullMarked
package io.sallyport.bench.leaks;

import org.jspecify.annotations.NullMarked;

/** {@code policy batch}: requests judged by network policies, one line each. */
@NullMarked
package io.sallyport.cli.policy.batch;

import org.jspecify.annotations.NullMarked;

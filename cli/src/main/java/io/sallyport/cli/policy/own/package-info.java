/** What a sandbox asks the gateway about its own requests. */
@NullMarked
package io.sallyport.cli.policy.own;

import org.jspecify.annotations.NullMarked;

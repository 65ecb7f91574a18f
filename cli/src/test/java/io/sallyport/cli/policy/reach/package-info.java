@NullMarked
package io.sallyport.cli.policy.reach;

import org.jspecify.annotations.NullMarked;

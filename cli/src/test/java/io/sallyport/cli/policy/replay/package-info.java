@NullMarked
package io.sallyport.cli.policy.replay;

import org.jspecify.annotations.NullMarked;

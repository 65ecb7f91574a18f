/** What runs for one sandbox, and what ends it when its policy, lease or budget does. */
@NullMarked
package io.sallyport.proxy.relay.traffic;

import org.jspecify.annotations.NullMarked;

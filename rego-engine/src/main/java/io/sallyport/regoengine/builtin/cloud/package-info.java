/** Signs requests to the APIs of clouds. */
@NullMarked
package io.sallyport.regoengine.builtin.cloud;

import org.jspecify.annotations.NullMarked;

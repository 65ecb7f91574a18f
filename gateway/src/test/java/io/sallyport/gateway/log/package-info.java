@NullMarked
package io.sallyport.gateway.log;

import org.jspecify.annotations.NullMarked;

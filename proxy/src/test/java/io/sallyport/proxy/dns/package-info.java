@NullMarked
package io.sallyport.proxy.dns;

import org.jspecify.annotations.NullMarked;

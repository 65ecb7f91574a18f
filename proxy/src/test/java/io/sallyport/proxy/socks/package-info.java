@NullMarked
package io.sallyport.proxy.socks;

import org.jspecify.annotations.NullMarked;

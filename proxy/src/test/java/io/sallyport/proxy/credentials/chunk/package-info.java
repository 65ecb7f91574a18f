@NullMarked
package io.sallyport.proxy.credentials.chunk;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.sallyport.gateway.credentials;

import org.jspecify.annotations.NullMarked;

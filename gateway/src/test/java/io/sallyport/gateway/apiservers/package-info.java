@NullMarked
package io.sallyport.gateway.apiservers;

import org.jspecify.annotations.NullMarked;

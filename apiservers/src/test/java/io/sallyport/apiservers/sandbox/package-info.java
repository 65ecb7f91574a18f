@NullMarked
package io.sallyport.apiservers.sandbox;

import org.jspecify.annotations.NullMarked;

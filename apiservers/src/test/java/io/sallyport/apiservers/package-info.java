@NullMarked
package io.sallyport.apiservers;

import org.jspecify.annotations.NullMarked;

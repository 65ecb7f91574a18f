@NullMarked
package io.sallyport.apiservers.check;

import org.jspecify.annotations.NullMarked;

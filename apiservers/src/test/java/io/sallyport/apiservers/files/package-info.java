@NullMarked
package io.sallyport.apiservers.files;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.sallyport.audit;

import org.jspecify.annotations.NullMarked;

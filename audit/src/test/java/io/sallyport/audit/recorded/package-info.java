@NullMarked
package io.sallyport.audit.recorded;

import org.jspecify.annotations.NullMarked;

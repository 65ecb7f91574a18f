@NullMarked
package io.sallyport.audit.segment;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.sallyport.audit.chain;

import org.jspecify.annotations.NullMarked;

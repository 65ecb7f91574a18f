@NullMarked
package io.sallyport.egress.upstream;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.sallyport.egress.http;

import org.jspecify.annotations.NullMarked;

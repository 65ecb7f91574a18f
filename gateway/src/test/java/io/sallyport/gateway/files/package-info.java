@NullMarked
package io.sallyport.gateway.files;

import org.jspecify.annotations.NullMarked;

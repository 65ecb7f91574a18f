@NullMarked
package io.sallyport.credentials;

import org.jspecify.annotations.NullMarked;

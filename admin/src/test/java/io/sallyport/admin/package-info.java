@NullMarked
package io.sallyport.admin;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.sallyport.admin.proxy;

import org.jspecify.annotations.NullMarked;

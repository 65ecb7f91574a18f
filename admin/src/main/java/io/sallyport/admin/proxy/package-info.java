/** Where sandboxes find the proxy, and the variables that tell their clients. */
@NullMarked
package io.sallyport.admin.proxy;

import org.jspecify.annotations.NullMarked;

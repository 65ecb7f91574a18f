@NullMarked
package io.sallyport.gateway.login;

import org.jspecify.annotations.NullMarked;

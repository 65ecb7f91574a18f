@NullMarked
package io.sallyport.auditstore;

import org.jspecify.annotations.NullMarked;

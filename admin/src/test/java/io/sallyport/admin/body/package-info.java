@NullMarked
package io.sallyport.admin.body;

import org.jspecify.annotations.NullMarked;

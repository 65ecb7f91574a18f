@NullMarked
package io.sallyport.admin.health;

import org.jspecify.annotations.NullMarked;

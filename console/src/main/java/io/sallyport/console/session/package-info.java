/** Who is logged in to the console, and the forms and cookies by which a browser says so. */
@NullMarked
package io.sallyport.console.session;

import org.jspecify.annotations.NullMarked;

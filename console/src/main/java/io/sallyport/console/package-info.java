/** The console of the control API: pages made on the server from what is in force, behind a session of its own. */
@NullMarked
package io.sallyport.console;

import org.jspecify.annotations.NullMarked;

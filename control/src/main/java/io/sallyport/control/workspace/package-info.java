/** The workspaces that are in force. */
@NullMarked
package io.sallyport.control.workspace;

import org.jspecify.annotations.NullMarked;

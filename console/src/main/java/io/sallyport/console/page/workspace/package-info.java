/** What the pages of workspaces show. */
@NullMarked
package io.sallyport.console.page.workspace;

import org.jspecify.annotations.NullMarked;

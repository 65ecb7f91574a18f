/** Gets skills by git over HTTP, where a forge's API cannot give them: JGit speaks, {@code egress} dials. */
@NullMarked
package io.sallyport.fetch.git;

import org.jspecify.annotations.NullMarked;

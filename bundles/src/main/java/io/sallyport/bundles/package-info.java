/**
 * Policy from remote servers by OPA's bundle protocol: services, downloads, the copy on disk, and reports of status.
 * Every request outward is bounded in time and bytes.
 */
@NullMarked
package io.sallyport.bundles;

import org.jspecify.annotations.NullMarked;

/** The sinks that records go to as they are written, each at its own pace, from the log and never from a request. */
@NullMarked
package io.sallyport.auditexport.sink;

import org.jspecify.annotations.NullMarked;

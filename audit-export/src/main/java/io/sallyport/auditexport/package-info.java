/**
 * Records of the audit log in the forms that others collect, and the sinks that they go to. A sink that is down delays
 * no request.
 */
@NullMarked
package io.sallyport.auditexport;

import org.jspecify.annotations.NullMarked;

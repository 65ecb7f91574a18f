@NullMarked
package io.sallyport.auditexport.verify;

import org.jspecify.annotations.NullMarked;

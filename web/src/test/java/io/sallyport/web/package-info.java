@NullMarked
package io.sallyport.web;

import org.jspecify.annotations.NullMarked;

/** Names to addresses, without waiting and under bounds. What the addresses are worth is judged above. */
@NullMarked
package io.sallyport.egress.dns;

import org.jspecify.annotations.NullMarked;

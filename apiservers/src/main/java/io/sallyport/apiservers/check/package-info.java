/**
 * Whether a program keeps the contract of API servers, as far as that can be seen from outside. Start at {@link
 * io.sallyport.apiservers.check.ContractCheck}; what is checked stands in {@link
 * io.sallyport.apiservers.check.ContractClause}.
 */
@NullMarked
package io.sallyport.apiservers.check;

import org.jspecify.annotations.NullMarked;

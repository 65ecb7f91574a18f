package io.sallyport.regoengine.plan;

/**
 * A builtin that the plan calls.
 *
 * @param answers whether it has a result; one without a result is never undefined
 */
public record BuiltinDeclaration(String name, int arity, boolean answers) {}

package io.sallyport.cli.policy;

import io.sallyport.policycompiler.BundleTarget;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses {@code rego}, {@code plan} or {@code wasm}. */
final class BundleTargetConverter implements ITypeConverter<BundleTarget> {
    @Override
    public BundleTarget convert(String word) {
        return switch (word) {
            case "rego" -> BundleTarget.REGO;
            case "plan" -> BundleTarget.PLAN;
            case "wasm" -> BundleTarget.WASM;
            default -> throw new TypeConversionException("'" + word + "' (expected: rego, plan or wasm)");
        };
    }
}

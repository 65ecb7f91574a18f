package io.sallyport.cli;

import io.sallyport.regoengine.compiler.RegoCompiler;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: the version, the commit of the sources, and the version of OPA's compiler. */
final class ProductVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"sallyport 0.1.0", "commit " + commit(), "OPA " + RegoCompiler.OPA_VERSION};
    }

    /** The jar's manifest says it, in builds that were told the commit. */
    private static String commit() {
        String recorded = ProductVersion.class.getPackage().getImplementationVersion();
        return recorded == null ? "unknown" : recorded;
    }
}

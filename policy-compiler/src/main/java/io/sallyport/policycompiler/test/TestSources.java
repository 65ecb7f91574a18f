package io.sallyport.policycompiler.test;

import io.sallyport.policycompiler.Library;
import io.sallyport.policycompiler.author.ShippedPackage;
import io.sallyport.regoengine.value.RegoObject;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The input of a test run: policies with their tests, and the base documents that they see. Immutable.
 *
 * @param modules file name, as shown in results, to Rego
 * @param v0 names of the modules that are in Rego version 0
 * @param schemas JSON Schemas of the data, as {@link io.sallyport.regoengine.compiler.CompileRequest#schemas}
 * @param library modules that are not the author's: they are not covered, and none of their rules is a test
 */
public record TestSources(
        SortedMap<String, String> modules,
        Set<String> v0,
        RegoObject data,
        Map<String, String> schemas,
        SortedMap<String, String> library) {
    private static final String WORDS = "(decision|matching|tightening)";
    private static final Pattern READS_LIBRARY = Pattern.compile("\\bdata\\.sallyport\\." + WORDS + "\\b");
    private static final Pattern IS_LIBRARY =
            Pattern.compile("(?m)^\\s*package\\s+sallyport(\\." + WORDS + ")?\\s*(#.*)?$");

    public TestSources {
        modules = Collections.unmodifiableSortedMap(new TreeMap<>(modules));
        v0 = Set.copyOf(v0);
        schemas = Map.copyOf(schemas);
        library = Collections.unmodifiableSortedMap(new TreeMap<>(library));
    }

    /** Returns the author's files without the library. */
    public static TestSources of(Map<String, String> modules, RegoObject data) {
        return new TestSources(new TreeMap<>(modules), Set.of(), data, Map.of(), new TreeMap<>());
    }

    /**
     * Returns whether the modules refer to a document of the shipped library, such as {@code data.sallyport.decision},
     * but do not contain it.
     */
    public boolean needLibrary() {
        return modules.values().stream()
                        .anyMatch(text -> READS_LIBRARY.matcher(text).find())
                && modules.values().stream()
                        .noneMatch(text -> IS_LIBRARY.matcher(text).find());
    }

    /** Returns a copy with the shipped library. */
    public TestSources withLibrary() {
        return new TestSources(modules, v0, data, schemas, new TreeMap<>(Library.rego()));
    }

    /** Returns a copy in which {@code names} are in Rego version 0. */
    public TestSources inVersion0(Set<String> names) {
        return new TestSources(modules, names, data, schemas, library);
    }

    /** Returns a copy with other base documents. */
    public TestSources over(RegoObject other) {
        return new TestSources(modules, v0, other, schemas, library);
    }

    /** Returns a copy whose data are described by {@code other}. */
    public TestSources describedBy(Map<String, String> other) {
        return new TestSources(modules, v0, data, other, library);
    }

    SortedMap<String, String> all() {
        SortedMap<String, String> all = new TreeMap<>(library);
        all.putAll(ShippedPackage.namedIn(modules.values(), "sallyport/"));
        all.putAll(modules);
        return all;
    }
}

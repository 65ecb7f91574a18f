package io.sallyport.testkit.junit;

import static io.sallyport.testkit.junit.RequireTool.requireFile;

import java.util.Map;

/**
 * The packages of Python that tests use as clients and servers, such as {@code grpcio}, {@code awscli} and {@code
 * moto}, in versions that {@code .ci/run} installs. They are looked up in the folder that {@code SALLYPORT_PYTHON}
 * names, else below the user's cache.
 */
public final class PythonPackages {
    private PythonPackages() {}

    /** Returns the variable by which Python finds them; aborts or fails the calling test if they are missing. */
    public static Map<String, String> variables() {
        String named = System.getenv("SALLYPORT_PYTHON");
        String folder = named == null ? System.getProperty("user.home") + "/.cache/sallyport/python-4" : named;
        return Map.of("PYTHONPATH", requireFile(folder).toString());
    }
}

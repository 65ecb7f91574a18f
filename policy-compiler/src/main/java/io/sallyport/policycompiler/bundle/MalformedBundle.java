package io.sallyport.policycompiler.bundle;

/** Why a bundle is not taken; {@link BundleReader} makes an answer of it. */
final class MalformedBundle extends Exception {
    private static final long serialVersionUID = 1;

    private final String file;

    /** @param file the file at fault, empty: the archive */
    MalformedBundle(String file, String why) {
        super(why);
        this.file = file;
    }

    String file() {
        return file;
    }

    String why() {
        return String.valueOf(getMessage());
    }
}

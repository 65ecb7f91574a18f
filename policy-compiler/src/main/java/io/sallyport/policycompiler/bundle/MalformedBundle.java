package io.sallyport.policycompiler.bundle;

/** Why a bundle is refused; {@link BundleReader} turns it into a result. */
final class MalformedBundle extends Exception {
    private static final long serialVersionUID = 1;

    private final String file;

    /** @param file the file at fault; empty for the archive as a whole */
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

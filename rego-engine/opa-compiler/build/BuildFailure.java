/** Ends the build with one sentence for whoever started it. */
class BuildFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    BuildFailure(String sentence) {
        super(sentence, null, false, false);
    }
}

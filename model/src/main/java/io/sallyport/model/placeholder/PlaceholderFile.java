package io.sallyport.model.placeholder;

/**
 * A file from which a tool in a sandbox reads a credential, with the placeholder in its place, and the variable that
 * tells the tool where the file is. Immutable.
 *
 * @param variable such as {@code NPM_CONFIG_USERCONFIG}
 * @param value of the variable, in which {@link #FILE} and {@link #FOLDER} stand for paths
 * @param name of the file, without a folder
 * @param text of the file
 */
public record PlaceholderFile(String variable, String value, String name, String text) {
    /** Stands in {@link #value} for the path of the file. */
    public static final String FILE = "{file}";

    /** Stands in {@link #value} for the path of the folder that has this file alone. */
    public static final String FOLDER = "{folder}";

    /** Stands for the placeholder in the text that an operator writes. */
    public static final String PLACEHOLDER = "{placeholder}";

    /** Returns it with {@code placeholder} where the operator's text says so. */
    public PlaceholderFile filled(String placeholder) {
        return new PlaceholderFile(variable, value, name, text.replace(PLACEHOLDER, placeholder));
    }

    /** Returns the value of the variable for a file in {@code folder}. */
    public String valueIn(String folder) {
        return value.replace(FILE, folder + "/" + name).replace(FOLDER, folder);
    }
}

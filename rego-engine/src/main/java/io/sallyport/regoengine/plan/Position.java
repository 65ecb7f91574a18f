package io.sallyport.regoengine.plan;

/**
 * A place in a source file.
 *
 * @param file the name given to the compiler
 * @param row from 1
 * @param column from 1
 */
public record Position(String file, int row, int column) {
    @Override
    public String toString() {
        return file + ":" + row + ":" + column;
    }
}

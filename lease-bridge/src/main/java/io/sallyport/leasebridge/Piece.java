package io.sallyport.leasebridge;

/** What a pattern is made of, from left to right. */
sealed interface Piece {
    /** These characters and no others. */
    record Text(String literal) implements Piece {}

    /** One star: any characters but the stops. */
    record Run(String stops, boolean atLeastOne) implements Piece {}

    /** Two stars glued to text, or alone: any characters at all, or none. */
    record Any() implements Piece {}

    /** Two stars as whole segments after a separator: nothing, or the separator and anything. */
    record Below(char separator) implements Piece {}

    /** Two stars as whole segments at the beginning: nothing, or anything and the separator. */
    record Above(char separator) implements Piece {}
}

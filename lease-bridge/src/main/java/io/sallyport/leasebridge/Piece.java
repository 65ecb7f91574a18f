package io.sallyport.leasebridge;

/** The elements of a pattern, from left to right. */
sealed interface Piece {
    /** Exactly these characters. */
    record Text(String literal) implements Piece {}

    /** One of these characters; there are at least two. */
    record OneOf(String members) implements Piece {}

    /** One character except the stops. */
    record One(String stops) implements Piece {}

    /** One star: any characters except the stops. */
    record Run(String stops, boolean atLeastOne) implements Piece {}

    /** Two stars next to text, or alone: any characters, or none. */
    record Any() implements Piece {}

    /** Two stars as whole segments after a separator: nothing, or the separator and anything. */
    record Below(char separator) implements Piece {}

    /** Two stars as whole segments at the beginning: nothing, or anything and the separator. */
    record Above(char separator) implements Piece {}
}

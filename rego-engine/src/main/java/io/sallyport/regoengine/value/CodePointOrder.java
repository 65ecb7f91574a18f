package io.sallyport.regoengine.value;

/**
 * Orders strings by code point, which is the order of their UTF-8 bytes.
 *
 * <p>{@link String#compareTo} orders by UTF-16 unit instead, and so puts U+1F600 before U+FF01.
 */
final class CodePointOrder {
    private CodePointOrder() {}

    static int compare(String a, String b) {
        int common = Math.min(a.length(), b.length());
        for (int i = 0; i < common; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                return weight(x) - weight(y);
            }
        }
        return a.length() - b.length();
    }

    /** Moves surrogates, which represent the largest code points, behind all other units. */
    private static int weight(char unit) {
        return Character.isSurrogate(unit) ? unit + 0x10000 : unit;
    }
}

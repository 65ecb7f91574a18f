# A port may be 443.0, which is no whole number to the function of OPA's WebAssembly.
package corpus.bits

bits_of := bits.and(input.net.port, 255)

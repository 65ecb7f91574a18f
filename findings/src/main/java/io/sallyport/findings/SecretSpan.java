package io.sallyport.findings;

/** Where in a text a secret stands: from one index to another. A longer token counts as far as its form demands. */
record SecretSpan(int from, int to) {}

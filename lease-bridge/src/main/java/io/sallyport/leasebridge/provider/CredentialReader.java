package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DocumentNode.Members;

/** Reads documents of one product. */
interface CredentialReader {
    /** Adds what the document amounts to, and what is wrong with it to the findings of the items. */
    void read(Members document);
}

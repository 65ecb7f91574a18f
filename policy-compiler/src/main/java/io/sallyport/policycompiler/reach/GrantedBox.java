package io.sallyport.policycompiler.reach;

import io.sallyport.model.Grant;

/** What a grant covers: all of it, or for some of its schemes. Immutable. */
record GrantedBox(Grant.Net grant, RequestBox box) {}

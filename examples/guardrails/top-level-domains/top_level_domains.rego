# Only top-level domains that are long established. New ones come every year, so the list holds the old ones.
package sallyport.guardrails

deny contains {"rule": "new-tld", "message": sprintf("the top-level domain %s is too new", [tld])} if {
	tld := input.net.suffixes[count(input.net.suffixes) - 1]
	not established(tld)
}

established(tld) if tld in data.lists.established_tlds

# Of countries: two letters, and the operator's choice of other scripts in the list.
established(tld) if regex.match(`^[a-z]{2}$`, tld)

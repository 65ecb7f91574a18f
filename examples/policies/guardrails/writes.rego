# Only the hosts of a list take anything but reads.
package sallyport.guardrails

deny contains {"rule": "writes-by-list", "message": "only listed hosts are written to"} if {
	not input.net.method in {"GET", "HEAD", "OPTIONS"}
	not input.net.host in data.lists.written_to
}

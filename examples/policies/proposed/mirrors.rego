# A change to roll out: packages come from the mirror of the house.
package sallyport.guardrails

deny contains {"rule": "own-mirror", "message": "use mirror.example.com"} if input.net.host == "packages.example.com"

# No numbers of cards, accounts and wallets, and no keys to wallets, in queries, bodies and messages.
package sallyport.guardrails

deny contains {"rule": "account-number", "message": "this holds what looks like an account's number"} if {
	not takes_payments
	some text in texts_with_numbers
	holds_account(text)
}

takes_payments if {
	some name in input.net.suffixes
	name in data.lists.payment_hosts
}

texts_with_numbers contains concat("\n", [value |
	some values in input.net.query
	some value in values
])

texts_with_numbers contains input.net.body.text

texts_with_numbers contains input.net.websocket.text if input.net.websocket.direction == "send"

# Cards: 13 to 19 digits of the large schemes, of which the last checks the others (ISO/IEC 7812-1).
holds_account(text) if {
	some run in regex.find_n(`\b[3-6][0-9](?:[ -]?[0-9]){11,17}\b`, text, -1)
	digits := regex.replace(run, `[ -]`, "")
	regex.match(`^(?:4|5[1-5]|2[2-7]|3[47]|6011|65)`, digits)
	checks(digits)
}

# Accounts by their IBAN, of which two digits check the others (ISO 13616).
holds_account(text) if {
	some iban in regex.find_n(`\b[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}\b`, text, -1)
	turned := concat("", [substring(iban, 4, -1), substring(iban, 0, 4)])
	digits := concat("", [digit |
		some letter in split(turned, "")
		digit := format_int(indexof("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", letter), 10)
	])
	to_number(digits) % 97 == 1
}

holds_account(text) if regex.match(account, text)

# A mixed-case run alone, since hex of 32 digits has the same alphabet.
holds_account(text) if {
	some address in regex.find_n(`\b[13][1-9A-HJ-NP-Za-km-z]{25,34}\b`, text, -1)
	regex.match(`[A-Z]`, address)
	regex.match(`[a-z]`, address)
}

# The words of a wallet (BIP 39): 12 to 24 of three to eight letters, and nothing else.
holds_account(text) if {
	some words in regex.find_n(`(?m)(?:^|")[a-z]{3,8}(?:[ +][a-z]{3,8}){11,23}(?:$|")`, text, -1)
	count(regex.find_n(`[a-z]+`, words, -1)) % 3 == 0
}

account := concat("|", [
	`\b[0-8][0-9]{2}-[0-9]{2}-[0-9]{4}\b`,
	`\bbc1[02-9ac-hj-np-z]{25,60}\b`,
	`\b0x[0-9A-Fa-f]{40}\b`,
	`\b[5KL][1-9A-HJ-NP-Za-km-z]{50,51}\b`,
	`\b[xyz](?:pub|prv)[1-9A-HJ-NP-Za-km-z]{100}`,
])

# Every second digit from the right counts twice, and the digits of that are added.
checks(digits) if {
	units := split(digits, "")
	sum([weight | some at, unit in units; weight := weights[(count(units) - 1 - at) % 2][to_number(unit)]]) % 10 == 0
}

weights := [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]]

package sallyport.guardrails_test

import data.sallyport.guardrails

test_numbers_of_accounts_are_refused[name] if {
	some name, text in {
		"card": "4111111111111111",
		"card in groups": "5500 0000 0000 0004",
		"card of 15": "3782-822463-10005",
		"iban": "GB82WEST12345698765432",
		"social security": "078-05-1120",
		"bitcoin": "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
		"bech32": "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
		"ethereum": "0x52908400098527886E0F7030069857D2E4169EE7",
		"wallet": concat("", ["5", concat("", [unit | some _ in numbers.range(1, 50); unit := "J"])]),
		"extended": concat("", ["xprv9s21", concat("", [unit | some _ in numbers.range(1, 100); unit := "Z"])]),
	}
	account_refused({"body": {"text": sprintf("it is %s, thanks", [text])}})
	account_refused({"query": {"a": [text]}})
}

test_words_of_a_wallet_are_refused if {
	words := concat(" ", [word | some _ in numbers.range(1, 12); word := "legal"])
	account_refused({"query": {"m": [words]}})
	account_refused({"websocket": {"direction": "send", "text": words}})
	account_refused({"body": {"text": sprintf(`{"a":"%s"}`, [words])}})
}

test_other_numbers_pass[text] if {
	some text in [
		"4111111111111112", "1700000000000000000", "GB83WEST12345698765432", "550e8400-e29b-41d4-a716-446655440000",
		"3d7a6f1e9b2c4a8d8f5e6c1b7a9d2e3f", "+1 555 010 9999", "2026-11-26",
		"we read the words of the text again and then go home",
	]
	not account_refused({"body": {"text": text}, "query": {"a": [text]}})
}

test_where_one_pays_they_pass if {
	pay := {"suffixes": ["pay.example.com"], "body": {"text": "4111111111111111"}}
	not account_refused(pay)
	account_refused(pay) with data.lists as {}
}

account_refused(more) if {
	some deny in guardrails.deny with input as {"net": object.union({"suffixes": [], "query": {}}, more)}
	deny.rule == "account-number"
}

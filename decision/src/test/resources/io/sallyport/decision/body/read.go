// Reads each line of a file, base64 of JSON, and prints what it reads as JSON, or "refused".
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		body, _ := base64.StdEncoding.DecodeString(line)
		var value any
		if json.Unmarshal(body, &value) != nil {
			fmt.Println("refused")
			continue
		}
		out, err := json.Marshal(value)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(out))
	}
}

// Reads each line of a file, base64 of a body of multipart/form-data with the boundary B, and prints its parts as JSON,
// or "refused".
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"os"
	"strings"
)

type part struct {
	Name string `json:"name"`
	Size int    `json:"size"`
	Text string `json:"text"`
}

func read(body []byte) ([]part, error) {
	parts := []part{}
	reader := multipart.NewReader(bytes.NewReader(body), "B")
	for {
		next, err := reader.NextRawPart()
		if err == io.EOF {
			return parts, nil
		}
		if err != nil {
			return nil, err
		}
		content, err := io.ReadAll(next)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{next.FormName(), len(content), string(content)})
	}
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		body, _ := base64.StdEncoding.DecodeString(line)
		parts, err := read(body)
		if err != nil {
			fmt.Println("refused")
			continue
		}
		out, _ := json.Marshal(parts)
		fmt.Println(string(out))
	}
}

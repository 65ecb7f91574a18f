package main

import (
	"bufio"
	"crypto/rand"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"time"
)

// proxyCheck is whether the proxy that programs are told of answers at all. Its credentials are not sent, or printed.
type proxyCheck struct {
	Address string `json:"address"`
	Answers bool   `json:"answers"`
	Detail  string `json:"detail"`
}

func (p proxyCheck) word() string {
	switch {
	case p.Answers:
		return "answers"
	case p.Address == "":
		return string(isNotTried)
	default:
		return "no answer"
	}
}

func checkProxy() proxyCheck {
	name, value := proxyVariable()
	if value == "" {
		return proxyCheck{Detail: "HTTPS_PROXY is not set"}
	}
	proxy, err := url.Parse(value)
	if err != nil || proxy.Host == "" {
		return proxyCheck{Address: "?", Detail: name + " is no URL"}
	}
	check := proxyCheck{Address: hostPort(proxy)}
	said, err := firstLine(proxy.Scheme, check.Address)
	if err != nil {
		check.Detail = check.Address + ": " + reason(err)
		return check
	}
	check.Answers, check.Detail = true, check.Address+": "+said
	return check
}

func proxyVariable() (string, string) {
	for _, name := range []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"} {
		if value := os.Getenv(name); value != "" {
			return name, value
		}
	}
	return "", ""
}

func hostPort(proxy *url.URL) string {
	port := proxy.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[proxy.Scheme]
	}
	if port == "" {
		port = "1080"
	}
	return net.JoinHostPort(proxy.Hostname(), port)
}

// firstLine asks a proxy for the gateway's own name, in the clear, or begins TLS or SOCKS.
func firstLine(scheme, address string) (string, error) {
	client, err := net.DialTimeout("tcp", address, answerPatience)
	if err != nil {
		return "", err
	}
	defer client.Close()
	_ = client.SetDeadline(time.Now().Add(answerPatience))
	if scheme == "https" || strings.HasPrefix(scheme, "socks") {
		hello := clientHello()
		if scheme != "https" {
			hello = []byte{5, 1, 0} // RFC 1928, section 3
		}
		answer := make([]byte, 2)
		if _, err := client.Write(hello); err != nil {
			return "", err
		}
		_, err := io.ReadFull(client, answer)
		return "it speaks " + scheme, err
	}
	request := "GET http://sallyport.internal/ HTTP/1.1\r\nHost: sallyport.internal\r\nConnection: close\r\n\r\n"
	if _, err := client.Write([]byte(request)); err != nil {
		return "", err
	}
	line, err := bufio.NewReader(io.LimitReader(client, 256)).ReadString('\n')
	return strings.TrimSpace(line), err
}

// clientHello is a TLS 1.2 hello without a server name (RFC 5246, section 7.4.1.2), which any server answers, if only
// with an alert.
func clientHello() []byte {
	body := []byte{3, 3}
	random := make([]byte, 32)
	_, _ = rand.Read(random)
	body = append(body, random...)
	body = append(body, 0)                                                    // no session
	body = append(body, 0, 8, 0xc0, 0x2b, 0xc0, 0x2f, 0xc0, 0x2c, 0xc0, 0x30) // ECDHE with AES-GCM
	body = append(body, 1, 0)                                                 // no compression
	extensions := []byte{
		0, 10, 0, 4, 0, 2, 0, 23, // groups: secp256r1
		0, 11, 0, 2, 1, 0, // uncompressed points
		0, 13, 0, 8, 0, 6, 4, 3, 4, 1, 8, 4, // signatures: ECDSA, RSA, RSA-PSS with SHA-256
	}
	body = append(body, 0, byte(len(extensions)))
	body = append(body, extensions...)
	message := append([]byte{1, 0, 0, byte(len(body))}, body...)
	return append([]byte{22, 3, 1, 0, byte(len(message))}, message...)
}

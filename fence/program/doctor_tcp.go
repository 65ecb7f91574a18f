package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// answerPatience is how long another machine may take; a way that is closed by silence costs as much.
const answerPatience = 2 * time.Second

const anyService = "it reaches services past the gateway, which neither judges nor records it"

// exitsByTCP connects to what is known to be there: public services, metadata services, and the machine's own network.
func exitsByTCP(admin string) []exit {
	const metadata = "it can ask the cloud for credentials of the machine"
	return []exit{
		{"TCP to 1.1.1.1:443", anyService, func() (verdict, string) { return streams("1.1.1.1:443", clientHello()) }},
		{"TCP to 1.1.1.1:80", anyService, func() (verdict, string) { return streams("1.1.1.1:80", get("1.1.1.1")) }},
		{"TCP to 8.8.8.8:53", "it can send data as DNS",
			func() (verdict, string) { return streams("8.8.8.8:53", overStream(query(knownName))) }},
		{"TCP to github.com's 140.82.121.3:22", anyService,
			func() (verdict, string) { return streams("140.82.121.3:22", nil) }},
		{"TCP to [2606:4700:4700::1111]:443", anyService,
			func() (verdict, string) { return streams("[2606:4700:4700::1111]:443", clientHello()) }},
		{"metadata at 169.254.169.254:80", metadata,
			func() (verdict, string) { return streams("169.254.169.254:80", get("169.254.169.254")) }},
		{"metadata at [fd00:ec2::254]:80", metadata,
			func() (verdict, string) { return streams("[fd00:ec2::254]:80", get("[fd00:ec2::254]")) }},
		{"metadata at 100.100.100.200:80", metadata,
			func() (verdict, string) { return streams("100.100.100.200:80", get("100.100.100.200")) }},
		{"the API server of Kubernetes", "it can ask the cluster for what the pod's account may",
			func() (verdict, string) { return kubernetes() }},
		{"the gateway's control API", "with a token, it can change its own policy",
			func() (verdict, string) {
				if admin == "" {
					return isNotTried, "name it: --admin HOST:PORT"
				}
				return connects(admin)
			}},
	}
}

func kubernetes() (verdict, string) {
	host, port := os.Getenv("KUBERNETES_SERVICE_HOST"), os.Getenv("KUBERNETES_SERVICE_PORT")
	if host == "" || port == "" {
		return isNotTried, "KUBERNETES_SERVICE_HOST is not set"
	}
	return connects(net.JoinHostPort(host, port))
}

// connects is for what must not be there at all, whatever it would answer. A Unix socket begins with unix:.
func connects(address string) (verdict, string) {
	network := "tcp"
	if path, found := bytes.CutPrefix([]byte(address), []byte("unix:")); found {
		network, address = "unix", string(path)
	}
	client, err := net.DialTimeout(network, address, answerPatience)
	if err != nil {
		return isClosed, reason(err)
	}
	_ = client.Close()
	return isOpen, "connected"
}

// streams connects and sends hello. What accepts may be a gateway that captures all addresses, which is seen by its
// answer; who cannot be told from another machine counts as one.
func streams(address string, hello []byte) (verdict, string) {
	client, err := net.DialTimeout("tcp", address, answerPatience)
	if err != nil {
		return isClosed, reason(err)
	}
	defer client.Close()
	if streamComesBack(netip.MustParseAddrPort(address).Addr()) {
		return isClosed, "captured: the address is this network's own"
	}
	_ = client.SetDeadline(time.Now().Add(answerPatience))
	_, _ = client.Write(hello)
	if isRefusal(client) {
		return isClosed, "captured: a gateway refuses it"
	}
	return isOpen, "connected"
}

// isRefusal reads what this gateway answers: the alert access_denied (RFC 8446, section 6), or a refusal in JSON.
func isRefusal(client io.Reader) bool {
	answer := bufio.NewReader(io.LimitReader(client, 4096))
	first, err := answer.Peek(7)
	if err == nil && first[0] == 21 && first[6] == 49 {
		return true
	}
	text, _ := io.ReadAll(answer)
	return bytes.HasPrefix(text, []byte("HTTP/1.1 403 ")) && bytes.Contains(text, []byte(`"reason":"`))
}

// streamComesBack returns whether a connection to the address arrives at this process, as in a fence.
func streamComesBack(address netip.Addr) bool {
	_, arrived := streamTo(address)
	return arrived
}

func get(host string) []byte {
	return []byte("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
}

// reason is what the kernel said, without addresses.
func reason(err error) string {
	var number unix.Errno
	var timeout net.Error
	switch {
	case errors.As(err, &number):
		return number.Error()
	case errors.As(err, &timeout) && timeout.Timeout():
		return "no answer"
	default:
		return err.Error()
	}
}

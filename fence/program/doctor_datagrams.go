package main

import (
	"context"
	"encoding/binary"
	"net"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// knownName always exists (RFC 2606), and nobody learns anything by its being asked for.
const knownName = "example.com"

// givenOut are the addresses that the gateway's own DNS gives out (docs/transparent.md).
var givenOut = netip.MustParsePrefix("198.18.0.0/15")

// exitsByDatagrams asks services that answer anybody, since a datagram that is only sent proves nothing.
func exitsByDatagrams() []exit {
	const dns = "it can send data as DNS"
	return []exit{
		{"UDP to 8.8.8.8:53", dns, func() (verdict, string) { return datagrams("8.8.8.8:53", query(knownName)) }},
		{"UDP to [2001:4860:4860::8888]:53", dns,
			func() (verdict, string) { return datagrams("[2001:4860:4860::8888]:53", query(knownName)) }},
		{"QUIC to 1.1.1.1:443", anyService, func() (verdict, string) { return datagrams("1.1.1.1:443", unknownQUIC()) }},
		{"NTP to 162.159.200.1:123", anyService, func() (verdict, string) { return datagrams("162.159.200.1:123", ntp()) }},
		{"ICMP to 1.1.1.1", "it can send data as echo requests", func() (verdict, string) { return echo() }},
	}
}

// exitsByNames asks the resolver of this place for a name that exists, whatever transport it has.
func exitsByNames() []exit {
	return []exit{{"the name " + knownName + " by the system's resolver", "it can send data as names", resolves}}
}

func resolves() (verdict, string) {
	deadline, cancel := context.WithTimeout(context.Background(), answerPatience)
	defer cancel()
	addresses, err := net.DefaultResolver.LookupNetIP(deadline, "ip", knownName)
	if err != nil {
		return isClosed, "no address"
	}
	for _, each := range addresses {
		if !givenOut.Contains(each.Unmap()) {
			return isOpen, "it is " + each.String()
		}
	}
	return isClosed, "a gateway gives out an address of its own"
}

// datagrams sends a question and waits for any answer.
func datagrams(address string, question []byte) (verdict, string) {
	client, err := net.Dial("udp", address)
	if err != nil {
		return isClosed, reason(err)
	}
	defer client.Close()
	_ = client.SetDeadline(time.Now().Add(answerPatience))
	if _, err := client.Write(question); err != nil {
		return isClosed, reason(err)
	}
	if _, err := client.Read(make([]byte, 2048)); err != nil {
		return isClosed, reason(err)
	}
	if streamComesBack(netip.MustParseAddrPort(address).Addr()) {
		return isClosed, "captured: the address is this network's own"
	}
	return isOpen, "answered"
}

// echo uses the socket by which the kernel lets some users ping (icmp(7)).
func echo() (verdict, string) {
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, unix.IPPROTO_ICMP)
	if err != nil {
		return isClosed, reason(err)
	}
	defer unix.Close(socket)
	target := netip.MustParseAddr("1.1.1.1")
	timeout := unix.NsecToTimeval(int64(answerPatience))
	_ = unix.SetsockoptTimeval(socket, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &timeout)
	request := []byte{8, 0, 0, 0, 0, 0, 0, 1} // the kernel fills in the checksum and the identifier
	if err := unix.Sendto(socket, request, 0, &unix.SockaddrInet4{Addr: target.As4()}); err != nil {
		return isClosed, reason(err)
	}
	if _, _, err := unix.Recvfrom(socket, make([]byte, 64), 0); err != nil {
		return isClosed, "no answer"
	}
	if streamComesBack(target) {
		return isClosed, "captured: the address is this network's own"
	}
	return isOpen, "answered"
}

// query asks for the address of a name (RFC 1035, section 4).
func query(name string) []byte {
	message := []byte{0x5a, 0x11, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0}
	for label := range strings.SplitSeq(name, ".") {
		message = append(append(message, byte(len(label))), label...)
	}
	return append(message, 0, 0, 1, 0, 1)
}

// overStream puts the length before a message (RFC 1035, section 4.2.2).
func overStream(message []byte) []byte {
	return append(binary.BigEndian.AppendUint16(nil, uint16(len(message))), message...)
}

// unknownQUIC is of a version that no server has, which each answers with its own versions (RFC 9000, section 6).
func unknownQUIC() []byte {
	packet := make([]byte, 1200)
	copy(packet, []byte{0xc0, 0x1a, 0x2a, 0x3a, 0x4a, 8, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1})
	return packet
}

// ntp is the request of a client (RFC 5905, section 7.3).
func ntp() []byte {
	packet := make([]byte, 48)
	packet[0] = 4<<3 | 3
	return packet
}

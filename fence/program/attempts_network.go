package main

import (
	"net"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// elsewhere are addresses of other machines, and of this one outside: what is sent to them has to arrive here.
var elsewhere = map[string]string{
	"a public address":          "8.8.8.8",
	"a metadata service":        "169.254.169.254",
	"a private network":         "10.0.0.1",
	"another private network":   "192.168.1.1",
	"a bridge of containers":    "172.17.0.1",
	"shared address space":      "100.100.100.200",
	"a public IPv6 address":     "2606:4700:4700::1111",
	"a metadata service, IPv6":  "fd00:ec2::254",
	"a private network of IPv6": "fd12:3456:789a::1",
}

const patience = 200 * time.Millisecond

func waysOfTheNetwork() []attempt {
	var ways []attempt
	for name, text := range elsewhere {
		address := netip.MustParseAddr(text)
		ways = append(ways,
			attempt{"TCP to " + name, func() bool { return streamLeaves(address) }},
			attempt{"UDP to " + name, func() bool { return datagramLeaves(address) }})
	}
	return append(ways,
		attempt{"a broadcast", func() bool { return sent("udp4", "255.255.255.255:67") }},
		attempt{"a multicast of local names", func() bool { return sent("udp4", "224.0.0.251:5353") }},
		attempt{"another network interface", hasAnotherInterface})
}

// streamLeaves returns whether a connection to the address is made and does not arrive at this process.
func streamLeaves(address netip.Addr) bool {
	connected, arrived := streamTo(address)
	return connected && !arrived
}

// streamTo connects to a port of the address at which this process listens itself, for all addresses. Without that
// family nothing is connected.
func streamTo(address netip.Addr) (connected, arrived bool) {
	listener, err := net.Listen("tcp", any(address))
	if err != nil {
		return false, false
	}
	defer listener.Close()
	port := listener.Addr().(*net.TCPAddr).AddrPort().Port()
	client, err := net.DialTimeout("tcp", netip.AddrPortFrom(address, port).String(), patience)
	if err != nil {
		return false, false
	}
	defer client.Close()
	_ = listener.(*net.TCPListener).SetDeadline(time.Now().Add(patience))
	server, err := listener.Accept()
	if err != nil {
		return true, false
	}
	defer server.Close()
	return true, server.RemoteAddr().String() == client.LocalAddr().String()
}

func datagramLeaves(address netip.Addr) bool {
	receiver, err := net.ListenPacket("udp", any(address))
	if err != nil {
		return false
	}
	defer receiver.Close()
	port := receiver.LocalAddr().(*net.UDPAddr).AddrPort().Port()
	if !sent("udp", netip.AddrPortFrom(address, port).String()) {
		return false
	}
	_ = receiver.SetDeadline(time.Now().Add(patience))
	_, _, err = receiver.ReadFrom(make([]byte, 1))
	return err != nil // sent, but not to this process
}

func any(address netip.Addr) string {
	if address.Is4() {
		return "0.0.0.0:0"
	}
	return "[::]:0"
}

func sent(network, address string) bool {
	client, err := net.Dial(network, address)
	if err != nil {
		return false
	}
	defer client.Close()
	_, err = client.Write([]byte{0})
	return err == nil
}

func hasAnotherInterface() bool {
	interfaces, err := net.Interfaces()
	return err != nil || len(interfaces) != 1 || interfaces[0].Flags&net.FlagLoopback == 0
}

// waysTo are those to what listens outside: addresses of TCP, and names of abstract Unix sockets, with an @.
func waysTo(outside []string) []attempt {
	var ways []attempt
	for _, each := range outside {
		network := "tcp"
		if strings.HasPrefix(each, "@") {
			network = "unix"
		}
		ways = append(ways, attempt{"a listener outside: " + each, func() bool {
			client, err := net.DialTimeout(network, each, patience)
			if err == nil {
				_ = client.Close()
			}
			return err == nil
		}})
	}
	return ways
}

func waysOfSockets() []attempt {
	socket := func(family, kind, protocol int) func() bool {
		return func() bool {
			descriptor, err := unix.Socket(family, kind, protocol)
			if err == nil {
				_ = unix.Close(descriptor)
			}
			return err == nil
		}
	}
	return []attempt{
		{"a raw socket", socket(unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP)},
		{"a raw socket of IPv6", socket(unix.AF_INET6, unix.SOCK_RAW, unix.IPPROTO_ICMPV6)},
		{"a packet socket", socket(unix.AF_PACKET, unix.SOCK_RAW, 0)},
		{"a packet socket by its old name", socket(unix.AF_INET, 10, 0)},
		{"vsock to the host", socket(unix.AF_VSOCK, unix.SOCK_STREAM, 0)},
		{"a socket of shared memory", socket(unix.AF_SMC, unix.SOCK_STREAM, 0)},
		{"Bluetooth", socket(unix.AF_BLUETOOTH, unix.SOCK_RAW, 1)},
		{"the kernel's ciphers", socket(unix.AF_ALG, unix.SOCK_SEQPACKET, 0)},
		{"rules of the packet filter", socket(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_NETFILTER)},
		{"XDP", socket(unix.AF_XDP, unix.SOCK_RAW, 0)},
		{"TIPC", socket(unix.AF_TIPC, unix.SOCK_DGRAM, 0)},
	}
}

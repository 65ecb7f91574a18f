package main

import (
	"fmt"
	"net"
	"net/netip"
	"strings"

	"golang.org/x/sys/unix"
)

// backlog is how many connections the kernel keeps until the gateway accepts them.
const backlog = 4096

// open opens the sockets that are asked for, such as tcp/0.0.0.0:443 or udp/[::]:53. A machine without IPv6 has none
// of that family.
func open(listen []string) ([]int, error) {
	var sockets []int
	for _, each := range listen {
		if addresses, found := strings.CutPrefix(each, redirectWord); found {
			if socket, err := openRedirected(addresses); err == nil {
				sockets = append(sockets, socket)
			}
			continue
		}
		socket, err := openOne(each)
		if err == unix.EAFNOSUPPORT || err == unix.EADDRNOTAVAIL {
			if _, address, _ := strings.Cut(each, "/"); strings.HasPrefix(address, "[") {
				continue
			}
		}
		if err != nil {
			return nil, fmt.Errorf("cannot listen on %s: %w", each, err)
		}
		sockets = append(sockets, socket)
	}
	return sockets, nil
}

func openOne(listen string) (int, error) {
	network, text, _ := strings.Cut(listen, "/")
	address, err := netip.ParseAddrPort(text)
	if err != nil {
		return 0, err
	}
	kind := unix.SOCK_DGRAM
	if strings.HasPrefix(network, "tcp") {
		kind = unix.SOCK_STREAM
	}
	family := unix.AF_INET
	var bound unix.Sockaddr = &unix.SockaddrInet4{Port: int(address.Port()), Addr: v4(address)}
	if address.Addr().Is6() {
		family = unix.AF_INET6
		bound = &unix.SockaddrInet6{Port: int(address.Port()), Addr: address.Addr().As16()}
	}
	socket, err := unix.Socket(family, kind|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return 0, err
	}
	return socket, bind(socket, family, kind, bound)
}

func v4(address netip.AddrPort) (bytes [4]byte) {
	if address.Addr().Is4() {
		bytes = address.Addr().As4()
	}
	return bytes
}

func bind(socket, family, kind int, bound unix.Sockaddr) error {
	if family == unix.AF_INET6 {
		if err := unix.SetsockoptInt(socket, unix.IPPROTO_IPV6, unix.IPV6_V6ONLY, 1); err != nil {
			return err
		}
	}
	if err := unix.Bind(socket, bound); err != nil || kind == unix.SOCK_DGRAM {
		return err
	}
	return unix.Listen(socket, backlog)
}

// pass sends the descriptors to the gateway, one with each byte (unix(7), SCM_RIGHTS); one that is no socket ends the
// list.
func pass(gateway *net.UnixConn, sockets []int) error {
	end, err := unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("/dev/null: %w", err)
	}
	for _, each := range append(sockets, end) {
		if _, _, err := gateway.WriteMsgUnix([]byte{0}, unix.UnixRights(each), nil); err != nil {
			return errGatewayGone
		}
		_ = unix.Close(each)
	}
	return nil
}

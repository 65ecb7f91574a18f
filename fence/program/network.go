package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// network makes every address one of this machine's own: with a route of the type local for all, a listener at 0.0.0.0
// accepts connections to any address, and nothing leads out.
func network() error {
	if err := loopbackUp(); err != nil {
		return fmt.Errorf("the loopback interface: %w%s", err, why())
	}
	if err := routeToItself(unix.AF_INET); err != nil {
		return fmt.Errorf("the route to itself: %w%s", err, why())
	}
	// A kernel without IPv6 has nothing to lead astray. Where only its addresses are missing, nothing leads anywhere.
	_ = routeToItself(unix.AF_INET6)
	return nil
}

func loopbackUp() error {
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(socket)
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	request.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, request)
}

// routeToItself is `ip route add local default dev lo` (rtnetlink(7)).
func routeToItself(family byte) error {
	socket, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_ROUTE)
	if err != nil {
		return err
	}
	defer unix.Close(socket)
	if err := unix.Sendto(socket, routeMessage(family), 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return err
	}
	answer := make([]byte, 4096)
	count, _, err := unix.Recvfrom(socket, answer, 0)
	if err != nil {
		return err
	}
	return acknowledged(answer[:count])
}

func routeMessage(family byte) []byte {
	const loopback = 1 // the index of the first interface of each namespace
	route := unix.RtMsg{
		Family: family, Table: unix.RT_TABLE_LOCAL, Protocol: unix.RTPROT_BOOT, Type: unix.RTN_LOCAL,
		Scope: unix.RT_SCOPE_HOST,
	}
	message := make([]byte, unix.SizeofNlMsghdr+unix.SizeofRtMsg, 64)
	header := (*unix.NlMsghdr)(unsafe.Pointer(&message[0]))
	*(*unix.RtMsg)(unsafe.Pointer(&message[unix.SizeofNlMsghdr])) = route
	message = binary.NativeEndian.AppendUint16(message, unix.SizeofRtAttr+4)
	message = binary.NativeEndian.AppendUint16(message, unix.RTA_OIF)
	message = binary.NativeEndian.AppendUint32(message, loopback)
	*header = unix.NlMsghdr{
		Len: uint32(len(message)), Type: unix.RTM_NEWROUTE,
		Flags: unix.NLM_F_REQUEST | unix.NLM_F_ACK | unix.NLM_F_CREATE | unix.NLM_F_EXCL, Seq: 1,
	}
	return message
}

// acknowledged reads the error number of the kernel's answer, which is 0 for none.
func acknowledged(answer []byte) error {
	if len(answer) < unix.SizeofNlMsghdr+4 {
		return errors.New("a short answer of the kernel")
	}
	if number := int32(binary.NativeEndian.Uint32(answer[unix.SizeofNlMsghdr:])); number != 0 {
		return unix.Errno(-number)
	}
	return nil
}

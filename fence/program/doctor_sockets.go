package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// maxAbstract bounds how many are tried.
const maxAbstract = 256

func exitsBySockets() []exit {
	const forge = "it can write packets of its own, past rules for ports and for names"
	return []exit{
		{"a raw socket", forge, func() (verdict, string) { return opens(unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP) }},
		{"a raw socket of IPv6", forge,
			func() (verdict, string) { return opens(unix.AF_INET6, unix.SOCK_RAW, unix.IPPROTO_ICMPV6) }},
		{"a packet socket", "it can read and write frames of its network",
			func() (verdict, string) { return opens(unix.AF_PACKET, unix.SOCK_RAW, 0) }},
		{"vsock to the host", "it can talk to the machine under this one, which no network namespace holds",
			func() (verdict, string) { return opens(unix.AF_VSOCK, unix.SOCK_STREAM, 0) }},
		{"abstract Unix sockets", "it can talk to programs outside that share this network, such as a desktop's bus",
			abstractSockets},
		{"sockets of services", "it can have a service outside start programs, resolve names or sign", servicesAnswer},
	}
}

func opens(family, kind, protocol int) (verdict, string) {
	socket, err := unix.Socket(family, kind|unix.SOCK_CLOEXEC, protocol)
	if err != nil {
		return isClosed, reason(err)
	}
	_ = unix.Close(socket)
	return isOpen, "it can be opened"
}

// abstractSockets connects to those that listen in this network namespace (proc_net(5)).
func abstractSockets() (verdict, string) {
	file, err := os.Open("/proc/net/unix")
	if err != nil {
		return isNotTried, "their list cannot be read: " + reason(err)
	}
	defer file.Close()
	tried := 0
	for lines := bufio.NewScanner(file); lines.Scan() && tried < maxAbstract; {
		fields := strings.Fields(lines.Text())
		const flagListens = "00010000"
		if len(fields) < 8 || fields[3] != flagListens || !strings.HasPrefix(fields[7], "@") {
			continue
		}
		tried++
		if result, _ := connects("unix:" + fields[7]); result == isOpen {
			return isOpen, "connected to " + fields[7]
		}
	}
	return isClosed, fmt.Sprintf("%d of them listen, and none answers", tried)
}

// servicesAnswer connects to those that start programs, or resolve names, for whoever asks.
func servicesAnswer() (verdict, string) {
	paths := socketsOfServices()
	for _, path := range paths {
		if result, _ := connects("unix:" + path); result == isOpen {
			return isOpen, "connected to " + path
		}
	}
	return isClosed, fmt.Sprintf("none answers at %d usual paths", len(paths))
}

// socketsOfServices are at their usual paths, and where variables name them.
func socketsOfServices() []string {
	paths := append(socketsThatLeadOut(), "/var/run/docker.sock", "/run/crio/crio.sock",
		"/run/k3s/containerd/containerd.sock", "/var/lib/kubelet/pod-resources/kubelet.sock")
	if agent := os.Getenv("SSH_AUTH_SOCK"); agent != "" {
		paths = append(paths, agent)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

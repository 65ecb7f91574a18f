package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// maxPids bounds how many processes are looked at.
const maxPids = 4096

func exitsByFiles() []exit {
	const host = "it can have the machine run a program outside"
	return []exit{
		{"a Kubernetes account's token", "with a way to the cluster's API, it has the rights of the pod",
			func() (verdict, string) {
				return readable("/var/run/secrets/kubernetes.io/serviceaccount/token")
			}},
		{"/proc/sys/kernel/core_pattern", host,
			func() (verdict, string) { return writable("/proc/sys/kernel/core_pattern") }},
		{"/proc/sysrq-trigger", host, func() (verdict, string) { return writable("/proc/sysrq-trigger") }},
		{"a process in another network", "it can trace a program that is not closed in", otherNetwork},
		{"processes of the machine", "it sees what runs outside, with words of command lines", kernelThreads},
	}
}

func readable(path string) (verdict, string) {
	file, err := os.Open(path)
	if err != nil {
		return isClosed, reason(err)
	}
	_ = file.Close()
	return isOpen, "it can be read"
}

func writable(path string) (verdict, string) {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return isClosed, reason(err)
	}
	_ = file.Close()
	return isOpen, "it can be written"
}

// otherNetwork looks for a process whose network is another one, and that this one may look into (namespaces(7)).
func otherNetwork() (verdict, string) {
	own, err := os.Readlink("/proc/self/ns/net")
	if err != nil {
		return isNotTried, "there is no /proc"
	}
	for _, pid := range pids() {
		if other, err := os.Readlink(filepath.Join("/proc", strconv.Itoa(pid), "ns/net")); err == nil && other != own {
			return isOpen, "process " + strconv.Itoa(pid)
		}
	}
	return isClosed, "none is within reach"
}

// kernelThreads run on the machine itself, and are seen where its process namespace is shared.
func kernelThreads() (verdict, string) {
	name, err := os.ReadFile("/proc/2/comm")
	if err == nil && strings.TrimSpace(string(name)) == "kthreadd" {
		return isOpen, "kthreadd is there"
	}
	return isClosed, "no thread of the kernel is seen"
}

func pids() []int {
	folder, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer folder.Close()
	names, _ := folder.Readdirnames(maxPids)
	var found []int
	for _, each := range names {
		if pid, err := strconv.Atoi(each); err == nil {
			found = append(found, pid)
		}
	}
	return found
}

func exitsByTheKernel() []exit {
	const more = "it has all rights there, and reaches parts of the kernel in which most escapes were found"
	return []exit{
		{"a user namespace of its own", more, func() (verdict, string) { return clonesFor(unix.CLONE_NEWUSER) }},
		{"the right to change the network", "it can remove routes and rules that hold it",
			func() (verdict, string) { return capable(unix.CAP_NET_ADMIN, "CAP_NET_ADMIN") }},
		{"the right to trace", "it can take over programs that it sees",
			func() (verdict, string) { return capable(unix.CAP_SYS_PTRACE, "CAP_SYS_PTRACE") }},
		{"the right to mount", "it can leave most containers",
			func() (verdict, string) { return capable(unix.CAP_SYS_ADMIN, "CAP_SYS_ADMIN") }},
		{"the right to load modules", "it can replace the kernel's own rules",
			func() (verdict, string) { return capable(unix.CAP_SYS_MODULE, "CAP_SYS_MODULE") }},
	}
}

func clonesFor(flags uintptr) (verdict, string) {
	if clones(flags) {
		return isOpen, "it can be made"
	}
	return isClosed, "refused"
}

func capable(capability int, name string) (verdict, string) {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData
	if err := unix.Capget(&header, &sets[0]); err != nil {
		return isNotTried, reason(err)
	}
	if sets[capability/32].Effective&(1<<(capability%32)) != 0 {
		return isOpen, name
	}
	return isClosed, "no " + name
}

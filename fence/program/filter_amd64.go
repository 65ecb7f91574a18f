package main

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

// foreignNumbers refuses the x32 interface, which has numbers of its own for the same calls.
var foreignNumbers = []unix.SockFilter{
	jump(unix.BPF_JGE, 0x40000000, 0, 1), refuse(unix.ENOSYS),
}

package main

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// foreignNumbers is empty: the platform has one interface of 64 bits.
var foreignNumbers []unix.SockFilter

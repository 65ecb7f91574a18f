package main

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// Where the kernel puts what a filter reads (seccomp(2), struct seccomp_data). Both platforms are little-endian, and
// of an argument the lower half counts: the kernel itself reads no more of those that are looked at here.
const (
	offsetNumber = 0
	offsetArch   = 4
	offsetArgs   = 16
)

// namespaces are the flags of clone(2) that ask for one; time namespaces exist for unshare(2) and clone3(2) alone.
const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

// forbidden fail as if the caller had no right to them. It has none, but in namespaces of its own it would get them.
var forbidden = []uint32{
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_OPEN_TREE,
	unix.SYS_MOVE_MOUNT, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
	unix.SYS_MOUNT_SETATTR, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
	unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_INIT_MODULE,
	unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
}

// missing fail as if the kernel did not have them, so that libraries take another way: clone3 hides its flags in memory
// that a filter cannot read, io_uring opens sockets past it, and keys are shared with the user's other processes.
var missing = []uint32{
	unix.SYS_CLONE3, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
}

// filter returns the program that judges each system call.
func filter() []unix.SockFilter {
	program := []unix.SockFilter{
		load(offsetArch), jump(unix.BPF_JEQ, auditArch, 1, 0), answer(unix.SECCOMP_RET_KILL_PROCESS),
		load(offsetNumber),
	}
	program = append(program, foreignNumbers...)
	for _, number := range forbidden {
		program = append(program, jump(unix.BPF_JEQ, number, 0, 1), refuse(unix.EPERM))
	}
	for _, number := range missing {
		program = append(program, jump(unix.BPF_JEQ, number, 0, 1), refuse(unix.ENOSYS))
	}
	program = append(program, of(unix.SYS_CLONE,
		load(argument(0)), jump(unix.BPF_JSET, namespaces, 0, 1), refuse(unix.EPERM))...)
	program = append(program, of(unix.SYS_IOCTL, // a terminal is shared with the shell outside, which would read it
		load(argument(1)), jump(unix.BPF_JEQ, unix.TIOCSTI, 1, 0), jump(unix.BPF_JEQ, tioclinux, 0, 1),
		refuse(unix.EPERM))...)
	program = append(program, of(unix.SYS_SOCKET, sockets()...)...)
	return append(program, answer(unix.SECCOMP_RET_ALLOW))
}

const tioclinux = 0x541c

// sockets lets local ones pass, streams and datagrams of the internet, and questions about routes and interfaces.
// No namespace keeps vsock(7); the others need rights that are gone, or lead to code that nobody needs.
func sockets() []unix.SockFilter {
	const any = 0 // protocol of that family; of netlink it is NETLINK_ROUTE
	allow, foreign := answer(unix.SECCOMP_RET_ALLOW), refuse(unix.EAFNOSUPPORT)
	return []unix.SockFilter{
		load(argument(0)),
		jump(unix.BPF_JEQ, unix.AF_UNIX, 0, 1), allow,
		jump(unix.BPF_JEQ, unix.AF_NETLINK, 0, 4), load(argument(2)), jump(unix.BPF_JEQ, any, 0, 1), allow, foreign,
		jump(unix.BPF_JEQ, unix.AF_INET, 2, 0), jump(unix.BPF_JEQ, unix.AF_INET6, 1, 0), foreign,
		load(argument(1)), with(unix.BPF_ALU|unix.BPF_AND, 0xf), // the type, without its flags
		jump(unix.BPF_JEQ, unix.SOCK_STREAM, 2, 0), jump(unix.BPF_JEQ, unix.SOCK_DGRAM, 1, 0), refuse(unix.EPERM),
		load(argument(2)),
		jump(unix.BPF_JEQ, any, 3, 0), jump(unix.BPF_JEQ, unix.IPPROTO_TCP, 2, 0),
		jump(unix.BPF_JEQ, unix.IPPROTO_UDP, 1, 0), refuse(unix.EPROTONOSUPPORT),
		allow,
	}
}

func argument(index uint32) uint32 {
	return offsetArgs + 8*index
}

// of runs a block for one system call; what the block does not answer is allowed.
func of(number uint32, block ...unix.SockFilter) []unix.SockFilter {
	block = append(block, answer(unix.SECCOMP_RET_ALLOW))
	return append([]unix.SockFilter{jump(unix.BPF_JEQ, number, 0, uint8(len(block)))}, block...)
}

func load(offset uint32) unix.SockFilter {
	return with(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, offset)
}

func jump(condition uint16, value uint32, ifTrue, ifFalse uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | condition, Jt: ifTrue, Jf: ifFalse, K: value}
}

func refuse(number unix.Errno) unix.SockFilter {
	return answer(unix.SECCOMP_RET_ERRNO | uint32(number))
}

func answer(action uint32) unix.SockFilter {
	return with(unix.BPF_RET|unix.BPF_K, action)
}

func with(code uint16, value uint32) unix.SockFilter {
	return unix.SockFilter{Code: code, K: value}
}

// install puts every thread under the filter; the kernel hands it on to all that they start.
func install() error {
	program := filter()
	whole := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	_, _, number := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&whole)))
	if number != 0 {
		return number
	}
	return nil
}

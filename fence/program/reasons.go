package main

import (
	"os"
	"strings"
)

// setting is one that keeps an ordinary user from making namespaces.
type setting struct {
	file, forbids, help string
}

var settings = []setting{
	{"/proc/sys/user/max_user_namespaces", "0",
		"user namespaces are switched off (enable them: sysctl user.max_user_namespaces=10000)"},
	{"/proc/sys/user/max_net_namespaces", "0",
		"network namespaces are switched off (enable them: sysctl user.max_net_namespaces=10000)"},
	{"/proc/sys/kernel/unprivileged_userns_clone", "0",
		"only root may make user namespaces (allow it: sysctl kernel.unprivileged_userns_clone=1)"},
	{"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1",
		"AppArmor takes the rights away that a user namespace gives" +
			" (allow it: sysctl kernel.apparmor_restrict_unprivileged_userns=0, or a profile with userns)"},
}

// why names the likely cause of a refusal by the kernel, with what to enable, as the end of a sentence.
func why() string {
	for _, each := range settings {
		text, err := os.ReadFile(each.file)
		if err == nil && strings.TrimSpace(string(text)) == each.forbids {
			return ": " + each.help
		}
	}
	if isFiltered() {
		return ": a seccomp filter is in force, as in a container, or inside of another fence" +
			" (allow unshare and clone there, or fence the container itself: docs/deploy.md)"
	}
	return ""
}

// isFiltered returns whether this process runs under a seccomp filter (proc_pid_status(5)).
func isFiltered() bool {
	text, err := os.ReadFile("/proc/self/status")
	return err == nil && strings.Contains(string(text), "\nSeccomp:\t2\n")
}

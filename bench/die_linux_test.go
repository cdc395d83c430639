package bench

import (
	"os/exec"
	"syscall"
)

// dieWithUs has the kernel end the process when this one is killed, which runs
// no cleanup.
func dieWithUs(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

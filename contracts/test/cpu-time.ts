/** Returns the CPU time of this process in milliseconds. Unlike the time of day, it is the same on a busy machine. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

// Ends this process with its parent. Imported by the commands, and with `--import` by the programs that they start, so
// that none outlives npm. Must run on old Node versions: plain JavaScript, no packages.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Interval between checks of the parent process, in milliseconds. */
const PARENT_CHECK_MS = 200

/**
 * Sends SIGTERM to this process when its parent has exited, or npm above it. npm starts commands in a shell, which does
 * not forward signals, and which survives if npm is killed: without this, the command's port would stay in use.
 */
function endWithParent() {
  const parent = process.ppid
  const isNpm = (/** @type {string} */ command) => /\bp?npm\b/.test(command)
  const [grandparent, command] = parentOf(parent)
  // Some shells replace themselves by the command. npm is then the parent, and above it may be a `sh -c "npm start &"`.
  const hasShell = process.env.npm_lifecycle_event && !isNpm(parentOf(process.pid)[1])
  const npm = hasShell && isNpm(command) ? grandparent : null
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || isRunning(npm))) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS)
  timer.unref()
}

/** @param {number} pid @returns {[pid: number, command: string]} the parent of a process; 0 if unknown */
function parentOf(pid) {
  /** @param {number} each @param {string} field */
  const read = (each, field) => {
    const { stdout } = spawnSync('ps', ['-o', `${field}=`, '-p', String(each)], { encoding: 'utf8' })
    return (stdout || '').trim()
  }
  try {
    // Containers often lack ps.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const parent = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])
    return [parent, readFileSync(`/proc/${parent}/cmdline`, 'utf8')]
  } catch {
    const parent = Number(read(pid, 'ppid'))
    return [parent, parent > 0 ? read(parent, 'args') : '']
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

if (process.platform !== 'win32') endWithParent()

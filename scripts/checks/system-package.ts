import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs a package of Debian or Ubuntu, as root. To be called in CI or after asking. @returns whether it was installed */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  return apt('update') && apt('install', '-y', name)
}

import { one, run, type World } from './world.ts'

/** The account that the start names. It stands in the fixtures for everyone to read, so its password is no secret. */
export type DemoAccount = { email: string; password: string }

export function rememberDemoAccount(world: World, { email, password }: DemoAccount): void {
  run(
    world,
    "INSERT INTO settings (name, value) VALUES ('demo_account', ?)",
    JSON.stringify({ email, password }),
  )
}

export function demoAccount(world: World): DemoAccount | null {
  const row = one<{ value: string }>(world, "SELECT value FROM settings WHERE name = 'demo_account'")
  return row ? (JSON.parse(row.value) as DemoAccount) : null
}

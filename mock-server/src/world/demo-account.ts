import { insert, selectOne } from './queries.ts'
import type { World } from './world.ts'

/** The account that the startup message prints. Its password is public, because the fixtures are. */
export type DemoAccount = { email: string; password: string }

export function rememberDemoAccount(world: World, { email, password }: DemoAccount): void {
  insert(world, 'settings', { name: 'demo_account', value: JSON.stringify({ email, password }) })
}

export function demoAccount(world: World): DemoAccount | null {
  const row = selectOne<{ value: string }>(world, "SELECT value FROM settings WHERE name = 'demo_account'")
  return row ? (JSON.parse(row.value) as DemoAccount) : null
}

/** Returns the demo customer's id; 1 if the world has no demo account. */
export function demoCustomerId(world: World): number {
  const email = demoAccount(world)?.email
  return selectOne<{ id: number }>(world, 'SELECT id FROM customers WHERE email = ?', email)?.id ?? 1
}

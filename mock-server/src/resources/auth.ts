import type { auth } from 'contracts/resources/auth'
import type { Handlers } from '../http/handler.ts'
import { refuse } from '../http/response/failures.ts'
import { hashSecret, issueToken } from '../world/access-tokens.ts'
import { sendMessage } from '../world/outbox.ts'
import { hashPassword, isPassword } from '../world/passwords.ts'
import type { CustomerRow } from '../world/rows.ts'
import { insert, remove, selectOne, update, type World } from '../world/world.ts'

/** The host's limits on attempts, and its periods in milliseconds. */
const LOGIN_TRIES = 5
const LOGIN_BLOCK_MS = 600_000
const CODE_TRIES = 5
const CODE_BLOCK_MS = 600_000
const RESEND_WINDOW_MS = 60_000

type ResetRow = {
  customer_id: number
  code_hash: string
  hit_count: number
  is_temp_blocked: 0 | 1
  temp_block_time: number | null
  created_at: number
}

function findCustomer(world: World, emailOrPhone: string): CustomerRow | undefined {
  const sql = 'SELECT * FROM customers WHERE email = ? OR phone = ?'
  return selectOne<CustomerRow>(world, sql, emailOrPhone, emailOrPhone)
}

/** Formats a duration. Source R1: `9 minutes 41 seconds`. */
function spellDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const parts = [minutes > 0 && plural(minutes, 'minute'), seconds % 60 > 0 && plural(seconds % 60, 'second')]
  return parts.filter(Boolean).join(' ')
}

function plural(n: number, unit: string): string {
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}

/** Observed in 7.7: requests must declare in `type` whether they contain a phone number or an e-mail address. */
function refuseUntyped(world: World, type: string | undefined) {
  return !world.extensions.loginWithoutType && type === undefined
    ? refuse(403, 'type', 'The type field is required.')
    : null
}

/** Blocks further attempts after five wrong ones. @param miss the host's message for a wrong code */
function checkCode(world: World, body: { email_or_phone: string; reset_token: string }, miss: string) {
  const now = world.clock.now()
  const sql = 'SELECT * FROM password_resets WHERE email_or_phone = ?'
  const reset = selectOne<ResetRow>(world, sql, body.email_or_phone)
  const refused = <const S extends number>(status: S, code: string, message: string) => ({
    refused: refuse(status, code, message),
    reset: null,
  })
  const wrong = refused(401, 'invalid', miss)
  if (!reset) return wrong
  const blockLeft = (reset.temp_block_time ?? Number.NEGATIVE_INFINITY) + CODE_BLOCK_MS - now
  if (reset.is_temp_blocked && blockLeft > 0)
    return refused(403, 'otp_block_time', `Please try again after ${spellDuration(blockLeft)}`)
  if (reset.code_hash === hashSecret(body.reset_token)) return { refused: null, reset }
  const change =
    'SET hit_count = ?, is_temp_blocked = ?, temp_block_time = ?, created_at = ? WHERE email_or_phone = ?'
  if (reset.hit_count >= CODE_TRIES && now - reset.created_at < RESEND_WINDOW_MS) {
    update(world, 'password_resets', change, 0, 1, now, now, body.email_or_phone)
    return refused(
      403,
      'otp_temp_blocked',
      `Too many attempts. Please try again after ${spellDuration(CODE_BLOCK_MS)}`,
    )
  }
  // Source R1: each wrong attempt updates the row's date, which delays the next code by the resend window.
  update(world, 'password_resets', change, reset.hit_count + 1, 0, null, now, body.email_or_phone)
  return wrong
}

function takenFields(world: World, values: { email: string; phone: string }) {
  return (['email', 'phone'] as const)
    .filter((field) => selectOne(world, `SELECT 1 FROM customers WHERE ${field} = ?`, values[field]))
    .map((field) => ({ code: field, message: `The ${field} has already been taken.` }))
}

export const authHandlers: Handlers<typeof auth> = {
  login: async ({ world, body }) => {
    const untyped = refuseUntyped(world, body.type)
    if (untyped) return untyped
    const invalid = refuse(401, 'auth-001', 'Invalid credential.')
    const { password_hash: hash } = findCustomer(world, body.email_or_phone) ?? {}
    if (hash === undefined) return invalid
    const isRight = await world.during(isPassword(body.password, hash))
    // Simultaneous requests may have counted attempts or changed the password.
    const customer = findCustomer(world, body.email_or_phone)
    if (customer?.password_hash !== hash) return invalid
    const now = world.clock.now()
    if (customer.is_temp_blocked) {
      const left = (customer.temp_block_time ?? 0) + LOGIN_BLOCK_MS - now
      // Source R1: a correct password does not end a block.
      if (left > 0) return refuse(403, 'login_block_time', `Please try again after ${spellDuration(left)}`)
      const change = 'SET is_temp_blocked = 0, temp_block_time = NULL, login_hit_count = 0 WHERE id = ?'
      update(world, 'customers', change, customer.id)
      customer.login_hit_count = 0
    }
    if (isRight) {
      update(world, 'customers', 'SET login_hit_count = 0 WHERE id = ?', customer.id)
      return { status: 200, body: { token: issueToken(world, customer.id), status: true } }
    }
    if (customer.login_hit_count >= LOGIN_TRIES) {
      const change = 'SET is_temp_blocked = 1, temp_block_time = ? WHERE id = ?'
      update(world, 'customers', change, now, customer.id)
      return refuse(
        403,
        'login_temp_blocked',
        `Too many attempts. Please try again after ${spellDuration(LOGIN_BLOCK_MS)}`,
      )
    }
    update(world, 'customers', 'SET login_hit_count = login_hit_count + 1 WHERE id = ?', customer.id)
    return invalid
  },

  registration: async ({ world, body }) => {
    const taken = takenFields(world, body)
    if (taken.length > 0) return { status: 403, body: { errors: taken } }
    const hash = await world.during(hashPassword(world, body.password))
    const now = world.clock.now()
    const { password: _, ...columns } = body
    const customer = { ...columns, password_hash: hash, created_at: now, updated_at: now }
    const { changes, lastInsertRowid } = insert(world, 'customers', customer, 'ignore')
    // A simultaneous registration was faster.
    if (changes === 0) return { status: 403, body: { errors: takenFields(world, body) } }
    return { status: 200, body: { token: issueToken(world, lastInsertRowid) } }
  },

  forgotPassword: ({ world, body }) => {
    const untyped = refuseUntyped(world, body.type)
    if (untyped) return untyped
    const customer = findCustomer(world, body.email_or_phone)
    // Source R1: the host reveals that an account does not exist.
    if (!customer) return refuse(404, 'not-found', 'Customer not found!')
    const now = world.clock.now()
    const sql = 'SELECT * FROM password_resets WHERE email_or_phone = ?'
    const earlier = selectOne<ResetRow>(world, sql, body.email_or_phone)
    const wait = (earlier?.created_at ?? Number.NEGATIVE_INFINITY) + RESEND_WINDOW_MS - now
    // Source R1: `Seconds` with a capital S.
    if (wait > 0) return refuse(403, 'otp', `Please try again after ${Math.ceil(wait / 1000)} Seconds`)

    // Source R1, R2: four digits in version 7.1, six in later versions.
    const least = world.profile === '7.1' ? 1000 : 100_000
    const code = String(least + (world.random.bytes(4).readUInt32BE() % (9 * least)))
    const byMail = body.email_or_phone.includes('@')
    world.transaction(() => {
      const { email_or_phone } = body
      const reset = { email_or_phone, customer_id: customer.id, code_hash: hashSecret(code), created_at: now }
      insert(world, 'password_resets', reset, 'replace')
      sendMessage(world, {
        channel: byMail ? 'mail' : 'sms',
        recipient: email_or_phone,
        subject: 'Password reset',
        body: `Your code is ${code}. Type it in the shop to set a new password.`,
        code,
      })
    })
    return { status: 200, body: { message: byMail ? 'Email sent successfully.' : 'success' } }
  },

  verifyToken: ({ world, body }) => {
    const untyped = refuseUntyped(world, body.type)
    if (untyped) return untyped
    const { refused } = checkCode(world, body, 'OTP is not matched.')
    // Source R1: the row stays, so a code can be verified again.
    return refused ?? { status: 200, body: { message: 'Token found, you can proceed' } }
  },

  resetPassword: async ({ world, body }) => {
    const untyped = refuseUntyped(world, body.type)
    if (untyped) return untyped
    // difference: R1 does not count wrong attempts here, so a four-digit code can be guessed in half a minute.
    const { refused, reset } = checkCode(world, body, 'Invalid token.')
    if (refused) return refused
    // Source R1: the host's spelling.
    if (body.password !== body.confirm_password) return refuse(401, 'mismatch', 'Password did,t match!')
    const hash = await world.during(hashPassword(world, body.password))
    return world.transaction(() => {
      const condition = 'WHERE email_or_phone = ? AND code_hash = ?'
      const { changes } = remove(world, 'password_resets', condition, body.email_or_phone, reset.code_hash)
      // A simultaneous request used the code, or requested a new one.
      if (changes === 0) return refuse(401, 'invalid', 'Invalid token.')
      const change = 'SET password_hash = ?, updated_at = ? WHERE id = ?'
      update(world, 'customers', change, hash, world.clock.now(), reset.customer_id)
      return { status: 200 as const, body: { message: 'Password changed successfully.' } }
    })
  },
}

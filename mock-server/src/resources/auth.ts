import { pluralize } from 'contracts/command-line/pluralize'
import type { auth } from 'contracts/resources/auth'
import type { ProviderHandlers } from '../http/handler.ts'
import { type Fields, isPhpArray, readTextColumnOrCrash, toComparedText } from '../http/request/php-input.ts'
import {
  failuresOf,
  max,
  min,
  oneOf,
  type Rule,
  refuseInvalid,
  required,
  unique,
} from '../http/request/validation-rules.ts'
import { refuse, SoftwareCrash } from '../http/response/failures.ts'
import { isSince } from '../provider/builds.ts'
import { hashSecret, issueToken } from '../world/access-tokens.ts'
import { addToOutbox } from '../world/outbox.ts'
import { hashPassword, isPassword } from '../world/passwords.ts'
import { insert, remove, selectOne, update } from '../world/queries.ts'
import type { CustomerRow } from '../world/rows.ts'
import { readBlockMs } from '../world/store-config.ts'
import type { World } from '../world/world.ts'

/** The host's limits on attempts, and its period between two codes in milliseconds. */
const LOGIN_TRIES = 5
const CODE_TRIES = 5
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

/** Formats a duration. Recorded: `1 minute 59 seconds`, and `2 minutes` without seconds. */
function spellDuration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const parts = [
    minutes > 0 && pluralize(minutes, 'minute'),
    seconds % 60 > 0 && pluralize(seconds % 60, 'second'),
  ]
  return parts.filter(Boolean).join(' ')
}

/**
 * Returns the rules of `type`. Recorded in 7.7: it declares whether a request contains a phone number or an e-mail
 * address.
 */
const typeRules = ({ extensions }: World): { type?: Rule[] } =>
  extensions.loginWithoutType ? {} : { type: [required(), oneOf('phone', 'email')] }

function findReset(world: World, emailOrPhone: string): ResetRow | undefined {
  return selectOne<ResetRow>(world, 'SELECT * FROM password_resets WHERE email_or_phone = ?', emailOrPhone)
}

/** Returns the row of a code. */
function findResetWithCode(world: World, fields: Fields): ResetRow | undefined {
  const reset = findReset(world, toComparedText(fields.email_or_phone))
  return reset?.code_hash === hashSecret(toComparedText(fields.reset_token)) ? reset : undefined
}

/** Counts a wrong code, and blocks further ones after five. */
function refuseCode(world: World, emailOrPhone: string) {
  const now = world.clock.now()
  const reset = findReset(world, emailOrPhone)
  // Recorded: the host counts in a row that it would have to insert without a code.
  if (!reset) throw new SoftwareCrash('no code was requested')
  const blockMs = readBlockMs(world)
  const remainingMs = (reset.temp_block_time ?? Number.NEGATIVE_INFINITY) + blockMs - now
  if (remainingMs >= 0) return refuse(403, 'otp_block_time', tryAgainAfter(remainingMs))
  const change =
    'SET hit_count = ?, is_temp_blocked = ?, temp_block_time = ?, created_at = ? WHERE email_or_phone = ?'
  if (reset.hit_count >= CODE_TRIES && now - reset.created_at < RESEND_WINDOW_MS && !reset.is_temp_blocked) {
    update(world, 'password_resets', change, reset.hit_count, 1, now, now, emailOrPhone)
    // Source R1: the same code and text as during the block.
    return refuse(403, 'otp_block_time', tryAgainAfter(blockMs))
  }
  // Source R1: each wrong attempt updates the row's date, which delays the next code by the resend window.
  const hits = reset.is_temp_blocked ? 0 : reset.hit_count
  update(world, 'password_resets', change, hits + 1, 0, null, now, emailOrPhone)
  return refuse(401, 'invalid', 'OTP is not matched.')
}

const tryAgainAfter = (ms: number) => `Please try again after ${spellDuration(ms)}`

/** Whether a customer has this e-mail address or phone number. */
function isTaken(world: World, column: 'email' | 'phone', value: unknown): boolean {
  return selectOne(world, `SELECT 1 FROM customers WHERE ${column} = ?`, toComparedText(value)) !== undefined
}

function registrationRules(world: World) {
  return {
    f_name: [required('The first name field is required.')],
    l_name: [required('The last name field is required.')],
    email: [required(), unique((value) => isTaken(world, 'email', value))],
    phone: [
      required(),
      // Source R2.
      ...(isSince(world.build, '7.7') ? [min(11), max(14)] : []),
      unique((value) => isTaken(world, 'phone', value)),
    ],
    password: [required(), min(6)],
  }
}

/** Returns a password as text. @throws SoftwareCrash for an array, which the host cannot hash */
function readPassword(fields: Fields, name: string): string {
  if (isPhpArray(fields[name])) throw new SoftwareCrash(`${name} is an array`)
  return toComparedText(fields[name])
}

const INVALID_CREDENTIAL = refuse(401, 'auth-001', 'Invalid credential.')

/** Counts a log-in, and issues the token. Call it inside a transaction. */
function finishLogin(world: World, customer: CustomerRow, isPasswordRight: boolean) {
  const now = world.clock.now()
  const blockMs = readBlockMs(world)
  let tries = customer.login_hit_count
  if (customer.is_temp_blocked) {
    const remainingMs = (customer.temp_block_time ?? 0) + blockMs - now
    // Source R1: a correct password does not end a block.
    if (remainingMs >= 0) return refuse(403, 'login_block_time', tryAgainAfter(remainingMs))
    const change = 'SET is_temp_blocked = 0, temp_block_time = NULL, login_hit_count = 0 WHERE id = ?'
    update(world, 'customers', change, customer.id)
    tries = 0
  }
  if (isPasswordRight) {
    update(world, 'customers', 'SET login_hit_count = 0, updated_at = ? WHERE id = ?', now, customer.id)
    return { status: 200 as const, body: { token: issueToken(world, customer.id), status: true } }
  }
  if (tries >= LOGIN_TRIES) {
    const change = 'SET is_temp_blocked = 1, temp_block_time = ? WHERE id = ?'
    update(world, 'customers', change, now, customer.id)
    return refuse(403, 'login_temp_blocked', `Too many attempts. ${tryAgainAfter(blockMs)}`)
  }
  update(world, 'customers', 'SET login_hit_count = login_hit_count + 1 WHERE id = ?', customer.id)
  return INVALID_CREDENTIAL
}

export const authHandlers: ProviderHandlers<typeof auth> = {
  login: async ({ world, fields }) => {
    // Recorded in 7.1: the field may also be named `email`. In 7.7, it may not.
    const name = 'email_or_phone' in fields || isSince(world.build, '7.7') ? 'email_or_phone' : 'email'
    const rules = { [name]: [required()], password: [required(), min(6)], ...typeRules(world) }
    const refused = refuseInvalid(fields, rules)
    if (refused) return refused
    const login = toComparedText(fields[name])
    const password = readPassword(fields, 'password')
    const { password_hash: hash } = findCustomer(world, login) ?? {}
    if (hash === undefined) return INVALID_CREDENTIAL
    const isPasswordRight = await world.awaitOrAbort(isPassword(password, hash))
    return world.transaction(() => {
      // Simultaneous requests may have counted attempts or changed the password.
      const customer = findCustomer(world, login)
      return customer?.password_hash === hash
        ? finishLogin(world, customer, isPasswordRight)
        : INVALID_CREDENTIAL
    })
  },

  registration: async ({ world, fields }) => {
    const refused = refuseInvalid(fields, registrationRules(world))
    if (refused) return refused
    // Source R1: the widths of the host's columns.
    const columns = {
      f_name: readTextColumnOrCrash(fields, 'f_name', 100),
      l_name: readTextColumnOrCrash(fields, 'l_name', 100),
      email: readTextColumnOrCrash(fields, 'email', 100),
      phone: readTextColumnOrCrash(fields, 'phone', 255),
    }
    const hash = await world.awaitOrAbort(hashPassword(world, readPassword(fields, 'password')))
    const now = world.clock.now()
    const customer = { ...columns, password_hash: hash, created_at: now, updated_at: now }
    return world.transaction(() => {
      const { changes, lastInsertRowid } = insert(world, 'customers', customer, 'ignore')
      // A simultaneous registration was faster.
      if (changes === 0)
        return { status: 403, body: { errors: failuresOf(fields, registrationRules(world)) ?? [] } }
      return { status: 200, body: { token: issueToken(world, lastInsertRowid) } }
    })
  },

  forgotPassword: ({ world, fields }) => {
    const refused = refuseInvalid(fields, { email_or_phone: [required()], ...typeRules(world) })
    if (refused) return refused
    const emailOrPhone = readTextColumnOrCrash(fields, 'email_or_phone') ?? ''
    const customer = findResetCustomer(world, emailOrPhone, fields.type)
    // Source R1: the host reveals that an account does not exist.
    if (!customer) return refuse(404, 'not-found', 'Customer not found!')
    const now = world.clock.now()
    const previousReset = findReset(world, emailOrPhone)
    const wait = (previousReset?.created_at ?? Number.NEGATIVE_INFINITY) + RESEND_WINDOW_MS - now
    // Recorded: `Seconds` with a capital S.
    if (wait > 0) return refuse(403, 'otp', `Please try again after ${Math.ceil(wait / 1000)} Seconds`)

    // Source R1, R2: four digits in version 7.1, six in later versions.
    const least = isSince(world.build, '7.7') ? 100_000 : 1000
    const code = String(least + (world.random.bytes(4).readUInt32BE() % (9 * least)))
    const byMail = emailOrPhone.includes('@')
    world.transaction(() => {
      insert(
        world,
        'password_resets',
        {
          email_or_phone: emailOrPhone,
          customer_id: customer.id,
          code_hash: hashSecret(code),
          created_at: now,
        },
        'replace',
      )
      addToOutbox(world, {
        channel: byMail ? 'mail' : 'sms',
        recipient: emailOrPhone,
        subject: 'Password reset',
        body: `Your code is ${code}. Type it in the shop to set a new password.`,
        code,
      })
    })
    // Source R1: without verification by phone, 7.1 sends an e-mail and says so. Source R2: 7.7 obeys `type`.
    const isMail = !isSince(world.build, '7.7') || fields.type !== 'phone'
    return { status: 200, body: { message: isMail ? 'Email sent successfully.' : 'success' } }
  },

  verifyToken: ({ world, fields }) => {
    const refused = refuseInvalid(fields, { email_or_phone: [required()], reset_token: [required()] })
    if (refused) return refused
    const reset = findResetWithCode(world, fields)
    if (!reset) return refuseCode(world, toComparedText(fields.email_or_phone))
    const remainingMs =
      (reset.temp_block_time ?? Number.NEGATIVE_INFINITY) + readBlockMs(world) - world.clock.now()
    // Source R1: in seconds and with a different code than for a wrong code.
    if (remainingMs >= 0)
      return refuse(403, 'otp', `Please try again after ${Math.ceil(remainingMs / 1000)} Seconds`)
    // Source R1: the row stays, so a code can be verified again.
    return { status: 200, body: { message: 'Token found, you can proceed' } }
  },

  resetPassword: async ({ world, fields }) => {
    const rules = { email_or_phone: [required()], reset_token: [required()], ...typeRules(world) }
    const refused = refuseInvalid(fields, rules)
    if (refused) return refused
    // Source R1: wrong codes are not counted here.
    const reset = findResetWithCode(world, fields)
    const invalid = refuse(401, 'invalid', 'Invalid token.')
    if (!reset) return invalid
    const emailOrPhone = toComparedText(fields.email_or_phone)
    const password = readPassword(fields, 'password')
    // Recorded: the host's spelling. Source R1: two missing passwords match.
    if (password !== readPassword(fields, 'confirm_password'))
      return refuse(401, 'mismatch', 'Password did,t match!')
    const hash = await world.awaitOrAbort(hashPassword(world, password))
    return world.transaction(() => {
      const condition = 'WHERE email_or_phone = ? AND code_hash = ?'
      const { changes } = remove(world, 'password_resets', condition, emailOrPhone, reset.code_hash)
      // A simultaneous request used the code, or requested a new one.
      if (changes === 0) return invalid
      const change = 'SET password_hash = ?, updated_at = ? WHERE id = ?'
      update(world, 'customers', change, hash, world.clock.now(), reset.customer_id)
      return { status: 200 as const, body: { message: 'Password changed successfully.' } }
    })
  },
}

/**
 * Returns the customer who resets a password. Source R1: a phone number may be a part of the customer's. Source R2: 7.7
 * compares the whole value by its type.
 */
function findResetCustomer(world: World, emailOrPhone: string, type: unknown): CustomerRow | undefined {
  if (!isSince(world.build, '7.7')) {
    const sql = "SELECT * FROM customers WHERE email = ? OR phone LIKE '%' || ? || '%' ORDER BY id"
    return selectOne<CustomerRow>(world, sql, emailOrPhone, emailOrPhone)
  }
  if (type === undefined || type === null) return findCustomer(world, emailOrPhone)
  const column = type === 'phone' ? 'phone' : 'email'
  return selectOne<CustomerRow>(world, `SELECT * FROM customers WHERE ${column} = ?`, emailOrPhone)
}

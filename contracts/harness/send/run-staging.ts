import type { Case } from '../../cases/case.ts'
import { idOf, objectsOf } from '../../cases/learn-from.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import { judgeAnswer } from '../check/check-response.ts'
import { noAnswerOf } from '../check/no-response.ts'
import { isSelected, pathOf } from '../plan/plan-cases.ts'
import { productsOf } from '../plan/probe.ts'
import { NAMES_OF_FACTS, type StagingAccount, type StagingFacts, type StagingStep } from '../plan/staging.ts'
import type { Redactor } from './redact.ts'
import type { Outcome } from './run-case.ts'
import { createSession, type Outgoing, type Session, type SessionOptions, type Side } from './session.ts'

/** What --staging needs beside a host. */
export type StagingOptions = {
  /** Part of every name that the run invents. */
  run: string
  /** The domain of its e-mail addresses. */
  mailDomain: string
}

/** Before every step that writes. */
export type OnStep = (step: {
  name: string
  method: string
  path: string
  title: string
  undoneBy: string
}) => void

/**
 * Plays the steps on a host that is the caller's own.
 * @param products the answer of products.latest, for the cheapest product in stock
 * @returns an outcome per step, and what is left on the host afterwards
 */
export async function runStaging(
  host: Omit<SessionOptions, 'write'>,
  products: unknown,
  options: StagingOptions,
  redactor: Redactor,
  onStep: OnStep,
  only: readonly string[] | null = null,
): Promise<{ outcomes: Outcome[]; leftBehind: string[]; requests: number }> {
  const session = createSession({ ...host, side: { ...host.side, credentials: null }, write: true })
  const facts: StagingFacts = { ...inventedFacts(options), ...cheapestOf(products) }
  for (const { email, phone, password } of [facts.account, facts.other] as StagingAccount[]) {
    redactor.hide(email, '[e-mail]')
    redactor.hide(phone, '[number]')
    redactor.hide(password, '[secret]')
  }
  redactor.hide(facts.newPassword, '[secret]')
  const left = new Map<string, string>()
  const outcomes: Outcome[] = []
  for (const step of host.contracts.staging) {
    const declared = host.contracts.endpoints[step.name] as Endpoint
    if (step.title === CODE_STEP) await learnCode(facts, host.side, redactor)
    const outcome = await runStep(session, step, declared, facts, onStep)
    for (const token of [facts.token, facts.otherToken]) redactor.hide(token, '[token]')
    if (isDone(outcome)) {
      if (step.leaves) left.set(step.leaves.what, step.leaves.text(facts))
      if (step.removes) left.delete(step.removes)
    }
    // Unselected steps are played for what the others need, like the silent cases of a run.
    if (isSelected(step.name, declared, only)) outcomes.push(outcome)
  }
  return { outcomes, leftBehind: [...left.values()], requests: session.sent() }
}

/** The step before which the one-time code is looked up. */
const CODE_STEP = 'refuses a wrong code of the run’s account'

async function learnCode(facts: StagingFacts, { codeFor }: Side, redactor: Redactor) {
  const code = await codeFor?.((facts.account as StagingAccount).email)
  if (!code) return
  facts.code = code
  redactor.hide(code, '[code]')
}

/** Data that is recognisably a test's. */
function inventedFacts({ run, mailDomain }: StagingOptions) {
  const phone = (last: string) => `+2567${digitsOf(run)}${last}`
  const account = (name: string, last: string): StagingAccount => ({
    email: `contract-test-${name}@${mailDomain}`,
    phone: phone(last),
    password: `contract-test-${run}-first`,
  })
  return {
    run,
    account: account(run, '1'),
    other: account(`${run}-other`, '2'),
    newPassword: `contract-test-${run}-second`,
  }
}

/** Seven digits made of a name, so that two runs have two phone numbers. */
function digitsOf(run: string): string {
  const sum = [...run].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 10_000_000, 7)
  return String(sum).padStart(7, '0')
}

function cheapestOf(body: unknown): Pick<StagingFacts, 'productId' | 'price'> {
  const products = objectsOf(productsOf(body))
    .filter((each) => idOf(each.id) !== null && Number(each.total_stock) > 2 && Number(each.price) > 0)
    .sort((a, b) => Number(a.price) - Number(b.price))
  const [first] = products
  return first ? { productId: Number(first.id), price: Math.round(Number(first.price)) } : {}
}

async function runStep(
  session: Session,
  step: StagingStep,
  declared: Endpoint,
  facts: StagingFacts,
  onStep: OnStep,
): Promise<Outcome> {
  const each: Case = { title: step.title, as: 'customer', status: step.status[0] }
  const planned = { name: step.name, declared, each, silent: false }
  const empty: Outcome = { planned, state: 'skipped', findings: [], curl: '', requests: 0, ms: 0 }
  const needed = [
    ...(step.needs ?? []),
    ...(step.as === 'account' ? ['token' as const] : []),
    ...(step.as === 'other' ? ['otherToken' as const] : []),
  ]
  const lacks = needed.filter((name) => facts[name] === undefined)
  if (lacks.length > 0)
    return {
      ...empty,
      reason: `no earlier step gave ${lacks.map((name) => NAMES_OF_FACTS[name]).join(' or ')}`,
    }
  const known = facts as Required<StagingFacts>
  const request = step.request?.(known) ?? {}
  const { method } = declared
  if (method !== 'GET')
    onStep({
      name: step.name,
      method,
      path: declared.path,
      title: step.title,
      undoneBy: undoneBy(step, session.contracts.staging),
    })
  if (step.as !== 'anonymous') session.useToken(step.as === 'account' ? known.token : known.otherToken)
  const outgoing: Outgoing = {
    name: step.name,
    method,
    path: pathOf(session.contracts, declared, request),
    as: step.as === 'anonymous' ? 'anonymous' : 'customer',
    ...(request.body === undefined ? {} : { body: request.body }),
    ...(request.headers ? { headers: request.headers } : {}),
  }
  const before = session.sent()
  const reply = await session.send(outgoing)
  const about = { planned, curl: session.curl(outgoing), requests: session.sent() - before, ms: reply.ms }
  if (reply.kind === 'none') {
    const noAnswer = noAnswerOf(reply)
    return { ...about, state: 'error', reason: reply.reason, findings: [], ...(noAnswer ? { noAnswer } : {}) }
  }
  const { status, headers, body, flaw } = reply
  const expected = step.status.includes(status) ? status : step.status[0]
  const findings = judgeAnswer(session.contracts, declared, { ...each, status: expected }, reply)
  if (status < 300) Object.assign(facts, defined(step.learns?.(body, facts) ?? {}))
  if (findings.length === 0 && status < 300) findings.push(...(step.judge?.(body, known) ?? []))
  return { ...about, state: 'judged', findings, body, path: outgoing.path, status, headers, flaw }
}

function defined(learned: Partial<StagingFacts>): Partial<StagingFacts> {
  return Object.fromEntries(Object.entries(learned).filter(([, value]) => value !== undefined))
}

function isDone({ state, status }: Outcome): boolean {
  return state === 'judged' && status !== undefined && status < 300
}

/** What becomes of what a step writes, for the line that names it before it is sent. */
export function undoneBy({ leaves, removes, status }: StagingStep, steps: readonly StagingStep[]): string {
  if (removes) return `takes back the ${removes}`
  if (!leaves) return status[0] < 300 ? 'leaves nothing behind' : 'it is refused'
  const isTakenBack = steps.some((each) => each.removes === leaves.what)
  return isTakenBack ? 'taken back later' : 'stays on the host'
}

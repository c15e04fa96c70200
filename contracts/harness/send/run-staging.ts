import type { Case, KnownValues } from '../../cases/case.ts'
import { idOf, objectsOf } from '../../cases/learn-from.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import type { Contracts } from '../plan/contracts.ts'
import { isSelected, type PlannedCase, requestsOf } from '../plan/plan-cases.ts'
import { productsOf } from '../plan/probe.ts'
import { type StagingAccount, type StagingFacts, type StagingStep, undoneBy } from '../plan/staging-step.ts'
import type { Redactor } from './redact.ts'
import { type Outcome, runCase } from './run-case.ts'
import { runRelations } from './run-relations.ts'
import { createSession, type SessionOptions, type Side } from './session.ts'

export type StagingOptions = {
  /** Name of the run, which is part of all generated names. */
  run: string
  /** Domain for the generated e-mail addresses. */
  mailDomain: string
}

/** A write that is about to be sent. */
export type Write = { name: string; method: string; path: string; title: string; undoneBy: string }

/**
 * Runs the staging steps against a host that nobody else is using.
 * @param products response of products.latest, from which the cheapest product in stock is chosen
 * @returns an outcome per step, and descriptions of the data that remains on the host
 */
export async function runStaging(
  host: Omit<SessionOptions, 'write'>,
  products: unknown,
  options: StagingOptions,
  redactor: Redactor,
  onStep: (step: Write) => void,
  only: readonly string[] | null = null,
): Promise<{ outcomes: Outcome[]; leftBehind: string[]; requests: number }> {
  const session = createSession({ ...host, side: { ...host.side, credentials: null }, write: true })
  const facts: StagingFacts = { ...generateFacts(options), ...cheapestOf(products) }
  for (const { email, phone, password } of [facts.account, facts.other] as StagingAccount[]) {
    redactor.hide(email, '[e-mail]')
    redactor.hide(phone, '[number]')
    redactor.hide(password, '[secret]')
  }
  redactor.hide(facts.newPassword, '[secret]')
  const left = new Map<string, string>()
  const outcomes: Outcome[] = []
  const played: Outcome[] = []
  const reported = new Set<string>()
  for (const step of host.contracts.staging) {
    if (step.title === CODE_STEP) await learnCode(facts, host.side, redactor)
    const planned = plannedOf(step, host.contracts)
    const { declared, each } = planned
    if (declared.method !== 'GET' && 'requests' in requestsOf(each, facts as KnownValues))
      onStep({
        ...{ name: step.name, method: declared.method, path: declared.path, title: step.title },
        undoneBy: undoneBy(step, host.contracts.staging),
      })
    const token = step.as === 'other' ? facts.otherToken : facts.token
    if (step.as && token !== undefined) session.useToken(token)
    const outcome = await runCase(session, planned, facts as KnownValues, redactor)
    if (step.as) outcome.account = step.as
    for (const token of [facts.token, facts.otherToken]) redactor.hide(token, '[token]')
    if (outcome.state === 'validated' && (outcome.status ?? 500) < 300) {
      if (step.leaves) left.set(step.leaves.what, step.leaves.text(facts))
      if (step.removes) left.delete(step.removes)
      if (outcome.findings.length === 0)
        outcome.findings.push(...(step.compare?.(outcome.body, facts as Required<StagingFacts>) ?? []))
    }
    played.push(outcome)
    // Steps that are not selected are also run, because later steps need their values.
    if (!isSelected(step.name, declared, only)) continue
    outcomes.push(outcome)
    // Checks relations before the next step changes the data.
    const broken = await runRelations(session, played, redactor, outcome)
    for (const each of broken) {
      const key = `${each.planned.name} ${each.findings[0]?.where}`
      if (!reported.has(key)) outcomes.push(each)
      reported.add(key)
    }
  }
  return { outcomes, leftBehind: [...left.values()], requests: session.sent() }
}

/** Converts a step to a case, which also needs the token of its account. */
function plannedOf(step: StagingStep, { endpoints }: Contracts): PlannedCase {
  const token = step.as === 'other' ? 'otherToken' : 'token'
  const each = {
    ...step,
    as: step.as ? 'customer' : 'anonymous',
    needs: [...(step.needs ?? []), ...(step.as ? [token] : [])],
  }
  return { name: step.name, declared: endpoints[step.name] as Endpoint, each: each as Case, silent: false }
}

/** Title of the first step that needs the one-time code. */
const CODE_STEP = 'rejects a wrong code for the account'

async function learnCode(facts: StagingFacts, { codeFor }: Side, redactor: Redactor) {
  const code = await codeFor?.((facts.account as StagingAccount).email)
  if (!code) return
  facts.code = code
  redactor.hide(code, '[code]')
}

/** Generates accounts that can be recognised as test data. */
function generateFacts({ run, mailDomain }: StagingOptions) {
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

/** Derives seven digits from the name of a run, so that each run registers different phone numbers. */
function digitsOf(run: string): string {
  const sum = [...run].reduce((total, char) => (total * 31 + char.charCodeAt(0)) % 10_000_000, 7)
  return String(sum).padStart(7, '0')
}

function cheapestOf(body: unknown): Pick<StagingFacts, 'productId' | 'price'> {
  const products = objectsOf(productsOf(body))
    .filter((each) => idOf(each.id) !== null && Number(each.total_stock) > 2 && Number(each.price) > 0)
    .sort((a, b) => Number(a.price) - Number(b.price))
  const [first] = products
  return first ? { productId: Number(first.id), price: Math.round(Number(first.price)) } : {}
}

// Public exports of @kitabo/contract.

export type { EndpointReport, Report, ReportedFinding } from '../harness/report/report.ts'
export type { Case } from '../src/case.ts'
export { UserError } from '../src/command-line/user-error.ts'
export {
  type ContractsDefinition,
  DefinitionError,
  defineContracts,
} from '../src/define-contracts.ts'
export {
  type CaseRequest,
  type Endpoint,
  type EndpointDefinition,
  type Evidence,
  endpoint,
} from '../src/endpoint.ts'
export { collects, entity, follows, holds, type Relation, reference, tree } from '../src/relation.ts'
export { checkResponse } from '../src/schema/check-body.ts'
export type { Finding } from '../src/schema/finding.ts'
export { personal, secret } from '../src/schema/privacy.ts'
export { from, sent } from '../src/selection.ts'
export { type ValidateOptions, validate } from './validate.ts'

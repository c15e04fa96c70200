/** The exports of the package @kitabo/emulator. */
export { ApiError, ContractError } from 'contracts/client'
export {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  loadDemoAccount,
} from '../src/emulator.ts'
export type { RequestState } from '../src/http/request/request-state.ts'
export { StartError } from '../src/start-error.ts'

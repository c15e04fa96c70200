import { expect, test } from 'vitest'
import { explainConsumedOptions } from './create-command.ts'

const OPTIONS = ['--port', '--allow-host', '--port']
const START = { npm_command: 'start', npm_lifecycle_event: 'start' }

test.each<[problem: string | null, what: string, args: string[], env: Record<string, string>]>([
  [null, 'npm has consumed none', ['9000'], START],
  [null, 'npm did not start the command', [], { npm_config_port: 'true' }],
  [
    null,
    'npx has passed on all options',
    [],
    { npm_command: 'exec', npm_lifecycle_event: 'npx', npm_config_port: '1' },
  ],
  [null, 'the option was passed on too', ['--port', '1'], { ...START, npm_config_port: '1' }],
  [null, 'the option was passed on with =', ['--port=1'], { ...START, npm_config_port: '1' }],
  [
    'npm consumed the option --port. Add -- before it: npm start -- --port …',
    'npm start has consumed one',
    ['9000'],
    {
      ...START,
      npm_config_port: 'true',
    },
  ],
  [
    'npm consumed the options --port and --allow-host. Add -- before them: npm run emulator -- --port … --allow-host …',
    'npm run has consumed two',
    [],
    {
      npm_command: 'run',
      npm_lifecycle_event: 'emulator',
      npm_config_port: 'true',
      npm_config_allow_host: 'a.test',
    },
  ],
])('explains %j if %s', (problem, _, args, env) => {
  expect(explainConsumedOptions(OPTIONS, args, env)).toBe(problem)
})

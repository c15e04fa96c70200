import { expect, test } from 'vitest'
import { explainConsumedOptions } from './create-command.ts'

const OPTIONS = ['--port', '--allow-host', '--port']
const START = { npm_command: 'start', npm_lifecycle_event: 'start' }

test.each<[problem: string | null, what: string, args: string[], env: Record<string, string>]>([
  [null, 'nothing was kept', ['9000'], START],
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
    'The option --port stays with npm, because -- is missing before it: npm start -- --port …',
    'of start',
    ['9000'],
    {
      ...START,
      npm_config_port: 'true',
    },
  ],
  [
    'The options --port and --allow-host stay with npm, because -- is missing before them: npm run emulator -- --port … --allow-host …',
    'of another script',
    [],
    {
      npm_command: 'run',
      npm_lifecycle_event: 'emulator',
      npm_config_port: 'true',
      npm_config_allow_host: 'a.test',
    },
  ],
])('says %j for options of npm if %s', (problem, _, args, env) => {
  expect(explainConsumedOptions(OPTIONS, args, env)).toBe(problem)
})

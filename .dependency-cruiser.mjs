import { existsSync } from 'node:fs'

/**
 * Dependencies point one way: contracts <- fixtures <- mock-server; contracts <- web. Inside contracts: src <- plan <-
 * send <- check <- run and report <- cases <- command. Inside web: SHOP_LAYERS.
 */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(contracts|fixtures|mock-server|web|scripts)/', pathNot: allowed },
})

const COMMAND_EMULATORS = '^contracts/command/emulator\\.ts$'
/** Folders of the emulator. Each imports only those before it, and files that import none. */
const EMULATOR_LAYERS = [
  ...['provider', 'control-api', 'faults', 'journal', 'storage', 'world', 'http', 'payments', 'resources'],
  ...['maps', 'seed', 'sites', 'control-handlers'],
]
/** Folders of http. Its files combine them. */
const HTTP_LAYERS = ['response', 'request', 'access', 'static']
const EMULATOR_BASE = 'package-path|start-error|contract-input'
/** Folders of the shop. Each imports only those before it. */
const SHOP_LAYERS = ['config', 'platform', 'api', 'domain', 'ui', 'features', 'pages', 'app']
const tests = '\\.test\\.tsx?$'

for (const folder of [
  ...EMULATOR_LAYERS.map((layer) => `mock-server/src/${layer}`),
  ...HTTP_LAYERS.map((layer) => `mock-server/src/http/${layer}`),
  ...SHOP_LAYERS.map((layer) => `web/src/${layer}`),
])
  if (!existsSync(folder)) throw new Error(`${folder} has a rule, but does not exist.`)

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      ...only(
        'contracts-import-no-package',
        '^contracts/',
        '^contracts/',
        'The contracts import no other package of this repository.',
      ),
      from: { path: '^contracts/', pathNot: COMMAND_EMULATORS },
    },
    only(
      'command-imports-the-emulator',
      COMMAND_EMULATORS,
      '^(contracts/|mock-server/package/index\\.ts$)',
      'The contract command compares a host with the emulator. Only this file may start or connect to one.',
    ),
    ...[
      ['src', 'src', 'The declarations know neither examples nor the validator.'],
      ['harness/plan\\.ts$', '(src/|harness/plan\\.ts$)', 'The plan knows nothing of responses.'],
      [
        'harness/check-result\\.ts$',
        '(src/|harness/(plan|check-result|send/request)\\.ts$)',
        'A result knows its request only.',
      ],
      ['harness/send/', '(src/|harness/((plan|check-result)\\.ts$|send/))', 'Sending knows no findings.'],
      [
        'harness/check/',
        '(src/|harness/((plan|check-result)\\.ts$|send/(?!send-case)|check/))',
        'Checks send nothing.',
      ],
      [
        'harness/run/',
        '(src/|harness/((plan|check-result)\\.ts$|send/|check/|run/))',
        'A run knows no reports.',
      ],
      [
        'harness/report/',
        '(src/|harness/((plan|check-result)\\.ts$|send/(?!send-case)|check/|report/))',
        'A report sends nothing.',
      ],
      [
        'harness/recording/',
        '(src/|harness/((plan|check-result)\\.ts$|send/(?!send-case)|check/|recording/))',
        'Reading a recording sends nothing.',
      ],
      ['harness/', '(src|harness)/', 'The validator works for any API.'],
      ['cases/', '(src|harness|cases)/', 'The bookshop is an example for the validator.'],
    ].map(([from, allowed, comment]) => ({
      name: `contracts-stages-of-${from.replace(/\W+/g, '-')}`,
      comment,
      severity: 'error',
      from: { path: `^contracts/${from}`, pathNot: tests },
      to: { path: '^contracts/', pathNot: `^contracts/${allowed}` },
    })),
    only(
      'fixtures-import-contracts',
      '^fixtures/',
      '^(fixtures|contracts)/',
      'The catalogue is validated with the contracts.',
    ),
    only(
      'emulator-imports-fixtures',
      '^mock-server/',
      '^(mock-server|fixtures|contracts)/',
      'The emulator serves the catalogue.',
    ),
    ...EMULATOR_LAYERS.map((layer, index) => ({
      name: `emulator-${layer}-imports-lower-layers`,
      comment:
        'The state of a world knows no requests, and http knows no resource. app.ts registers resources, payments, maps and the control API.',
      severity: 'error',
      from: { path: `^mock-server/src/${layer}/`, pathNot: tests },
      to: {
        path: '^mock-server/src/',
        pathNot: `^mock-server/src/((${EMULATOR_LAYERS.slice(0, index + 1).join('|')})/|(${EMULATOR_BASE})\\.ts$)`,
      },
    })),
    ...HTTP_LAYERS.map((layer, index) => ({
      name: `http-${layer}-imports-lower-layers`,
      severity: 'error',
      from: { path: `^mock-server/src/http/${layer}/`, pathNot: tests },
      to: {
        path: '^mock-server/src/http/',
        pathNot: `^mock-server/src/http/(${HTTP_LAYERS.slice(0, index + 1).join('|')})/`,
      },
    })),
    {
      name: 'http-knows-no-endpoint',
      comment: 'The endpoints of the provider are given to http, so that it also serves the control API.',
      severity: 'error',
      from: { path: '^mock-server/src/http/', pathNot: tests },
      to: { path: '^contracts/src/(api\\.ts|resources/)' },
    },
    {
      ...only(
        'shop-imports-contracts',
        '^web/src/',
        '^(web|contracts)/',
        'The shop depends on the API of a host, never on the emulator. Its tests may import the emulator.',
      ),
      from: { path: '^web/src/', pathNot: tests },
    },
    {
      name: 'shop-without-schemas',
      comment:
        'Shoppers download no schemas, so only types, the client, error codes, image paths, payment limits and the edit distance may be imported from contracts.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: `contract-check\\.ts$|${tests}` },
      to: {
        path: '^contracts/',
        pathNot: '^contracts/src/(client|error-codes|images|mobile-money|nearest-name)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'console-imports-the-control-api',
      comment:
        'The console imports the declarations of the provider, the control API and the contracts, but no handler.',
      severity: 'error',
      from: { path: '^mock-server/console/', pathNot: `${tests}|render-console` },
      to: {
        path: '^(contracts|fixtures|mock-server/src)/',
        pathNot: '^(contracts/src/|mock-server/src/(provider|control-api)/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    ...SHOP_LAYERS.map((layer, index) => ({
      name: `shop-${layer}-imports-lower-layers`,
      comment: 'domain contains what several features share: product, cart line, listing, navigation state.',
      severity: 'error',
      from: { path: `^web/src/${layer}/`, pathNot: tests },
      to: { path: `^web/src/(entry-|(${SHOP_LAYERS.slice(index + 1).join('|') || '-'})/)` },
    })),
    {
      name: 'a-feature-never-imports-a-feature',
      comment: 'Pages combine features.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/', pathNot: tests },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'entry-points-are-not-imported',
      severity: 'error',
      from: { pathNot: '^scripts/' },
      to: { path: '^(mock-server/src/main\\.ts|scripts/)' },
    },
    {
      name: 'no-circles',
      comment: 'Includes type-only imports.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|\\?(raw|url)$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist|dist-[\\w-]+|test-results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}

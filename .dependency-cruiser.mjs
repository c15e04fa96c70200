/**
 * Dependencies point one way: contracts <- fixtures <- mock-server; contracts <- web. Inside web: config, domain,
 * platform, api and boot <- ui <- features <- pages <- app.
 */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(contracts|fixtures|mock-server|web|scripts)/', pathNot: allowed },
})

const COMMAND_EMULATORS = '^contracts/command/emulator\\.ts$'
const tests = '\\.test\\.tsx?$'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      ...only('contracts-stand-alone', '^contracts/', '^contracts/', 'The contracts import zod only.'),
      from: { path: '^contracts/', pathNot: COMMAND_EMULATORS },
    },
    only(
      'command-knows-the-emulator',
      COMMAND_EMULATORS,
      '^(contracts/|mock-server/src/emulator\\.ts$)',
      'The contract command compares a host with the emulator: this file starts or finds one.',
    ),
    only(
      'fixtures-know-contracts',
      '^fixtures/',
      '^(fixtures|contracts)/',
      'The data checks itself with the contracts.',
    ),
    only(
      'emulator-knows-data',
      '^mock-server/',
      '^(mock-server|fixtures|contracts)/',
      'The emulator serves the data.',
    ),
    {
      ...only(
        'shop-knows-contracts',
        '^web/src/',
        '^(web|contracts)/',
        'The shop talks to a host, never to the emulator.',
      ),
      from: { path: '^web/src/', pathNot: tests },
    },
    {
      name: 'shop-without-schemas',
      comment:
        'Shoppers load no schemas: only types, the client and image paths may be imported from contracts.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: `contract-check\\.ts$|${tests}` },
      to: {
        path: '^contracts/',
        pathNot: '^contracts/src/(client|images)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'console-without-schemas',
      comment: 'The console may import only types and the client from the emulator and the contracts.',
      severity: 'error',
      from: { path: '^mock-server/console/', pathNot: `${tests}|render-console` },
      to: {
        path: '^(contracts|fixtures|mock-server/src)/',
        pathNot: '^(contracts/src/client|mock-server/src/control/client)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    only(
      'platform-below-ui',
      '^web/src/(config|platform|api)/',
      '^(contracts|web/src/(config|domain|platform|api|boot))/',
      'config, platform and api know nothing above them.',
    ),
    {
      ...only(
        'ui-below-features',
        '^web/src/ui/',
        '^(contracts|web/src/(config|domain|platform|api|boot|ui|theme))/',
        'Things with no noun.',
      ),
      from: { path: '^web/src/ui/', pathNot: tests },
    },
    {
      ...only(
        'domain-below-features',
        '^web/src/domain/',
        '^(contracts|web/src/(config|platform|api|domain))/',
        'Nouns that several features share: product, cart line, listing, what pages hand to one another.',
      ),
      from: { path: '^web/src/domain/', pathNot: tests },
    },
    {
      name: 'features-below-pages',
      severity: 'error',
      from: { path: '^web/src/features/', pathNot: tests },
      to: { path: '^web/src/(pages|app)/' },
    },
    {
      name: 'a-feature-never-imports-a-feature',
      comment: 'Pages combine features.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/', pathNot: tests },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'pages-below-app',
      severity: 'error',
      from: { path: '^web/src/pages/', pathNot: tests },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'entry-points-are-not-imported',
      severity: 'error',
      from: { pathNot: '^scripts/' },
      to: { path: '^(mock-server/src/main\\.ts|scripts/)' },
    },
    {
      name: 'no-circles',
      comment: 'Type-only imports included.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|\\?(raw|url|worker&url)$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist|dist-[\\w-]+|test-results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}

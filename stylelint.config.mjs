// Classes of Bootstrap, theme and ui, which every style sheet may use.
const SHARED = [
  'btn|form|modal|offcanvas|text-truncate|d-flex',
  'app|badge|chip|choice-card|cover|drawn-cover|empty|field|h3|icon|is|kitenge|large|link-button|measure|money|muted|notice',
  'on-dark|on-paper|overlay|page|pages|panel|image|card-link|plain|price|print-sheet|quantity|quiet|gift|ruled|saves-data',
  'scripted|sheet|shell|skeleton|small|spinner|stars|strong|tint|totals|two-lines',
].join('|')

// The first words of other classes, by the folder that owns them.
const OWNERS = {
  app: 'footer|header|live-chat|menu|name-plate|not-loaded|offline-bar|promotion-bar|site|skip-link|slow-reads|social-links|top|wide-only|without-scripts|quiet-shell',
  'features/account': 'account|code',
  'features/cart': 'cart',
  'features/catalogue': 'buy|category|listing|product|recent|side|tile|tiles',
  'features/checkout': 'checkout|pay|placed',
  'features/data-saver': 'data-saver',
  'features/delivery': 'address|delivery|leaflet|map',
  'features/homepage': 'carousel|section|slide|strip',
  'features/orders': 'invoice|order|orders|stage',
  'features/school-list': 'list',
  'features/search': 'search|suggestion|suggestions',
  pages: 'api',
  theme: 'is-elsewhere',
  ui: 'Toastify__',
}

/**
 * Features that some supported browsers (`browserslist` in web/package.json) lack, and that a screen does not need:
 * scrolling, cursors, printing, faster rendering, and the browser's own focus ring instead of ours. Sass and Vite
 * replace nesting.
 */
const ENHANCEMENTS = [
  'css-color-adjust',
  'css-content-visibility',
  'css-focus-visible',
  'css-nesting',
  'css-overscroll-behavior',
  'css-paged-media',
  'css-resize',
  'css-scroll-behavior',
  'css-scrollbar',
  'css3-cursors',
  'text-size-adjust',
]

const namesOf = (/** @type {string} */ owned) => [
  `^(${owned}|${SHARED})(-[a-z0-9-]*|(?<=__)[\\w-]+)?$`,
  { message: 'Class names begin with the name of their feature or component (stylelint.config.mjs).' },
]

export default {
  extends: 'stylelint-config-standard-scss',
  ignoreFiles: ['**/dist/**', '**/*.css'],
  rules: {
    'at-rule-empty-line-before': null,
    'custom-property-empty-line-before': null,
    'declaration-empty-line-before': null,
    'rule-empty-line-before': null,
    'scss/dollar-variable-empty-line-before': null,
    'scss/double-slash-comment-empty-line-before': null,
    'color-no-hex': [
      true,
      { message: 'Use a colour of theme/_base.scss, which takes them from _colours.scss.' },
    ],
    'declaration-property-value-allowed-list': [
      {
        'font-size': [
          '0.75rem',
          '0.875rem',
          '1rem',
          '1.1875rem',
          '1.375rem',
          '1.75rem',
          '2.25rem',
          '0',
          '/pt$/',
        ],
      },
      { message: 'Use one of the five font sizes, or 1.75rem and 2.25rem for titles.' },
    ],
    'declaration-property-value-disallowed-list': [
      {
        '/^(margin|padding|(row-|column-)?gap)/': [
          '/(?<![\\d.])(?!(0\\.125|0\\.25|0\\.5|0\\.75|1|1\\.5|2|3)rem)[\\d.]+(r?em|px)/',
        ],
      },
      { message: 'Use one of the eight distances of theme/_mixins.scss.' },
    ],
    'media-feature-name-disallowed-list': [
      ['min-width', 'max-width'],
      { message: 'Use a breakpoint of theme/_mixins.scss.' },
    ],
    'media-feature-range-notation': 'prefix',
    'no-invalid-position-at-import-rule': null,
    'scss/no-global-function-names': null,
    'selector-class-pattern': namesOf('console'),
  },
  plugins: ['stylelint-no-unsupported-browser-features'],
  overrides: [
    {
      files: ['web/src/**/*.scss'],
      rules: {
        'plugin/no-unsupported-browser-features': [
          true,
          { ignore: ENHANCEMENTS, ignorePartialSupport: true },
        ],
      },
    },
    ...Object.entries(OWNERS).map(([folder, owned]) => ({
      files: [`web/src/${folder}/**/*.scss`],
      rules: { 'selector-class-pattern': namesOf(owned) },
    })),
    {
      files: ['web/src/theme/*.scss', 'mock-server/console/**/*.scss'],
      rules: { 'color-no-hex': null, 'media-feature-name-disallowed-list': null },
    },
    // The layouts of all features for large text, and the console.
    {
      files: ['web/src/theme/large-text.scss', 'mock-server/console/**/*.scss'],
      rules: { 'selector-class-pattern': null },
    },
  ],
}

import supported from '../package.json' with { type: 'json' }

/** The browsers in which a whole purchase works, from the list `browserslist` in package.json. */
export const SUPPORTED_TARGETS = supported.browserslist.map((entry) =>
  entry.replace(' >= ', '').replace('ios_saf', 'ios'),
)

/**
 * The targets for scripts. Trap: for Chromium before 98 and Safari before 16, Oxc replaces class fields because of
 * faults in rare cases, which costs 3 KB. The other syntax that these browsers lack, static blocks, Firefox 91 lacks as
 * well.
 */
export const SCRIPT_TARGETS = SUPPORTED_TARGETS.filter((target) => target.startsWith('firefox'))

/** The syntax of the inline script, which older browsers run, too. */
export const EARLY_TARGET = 'chrome80'

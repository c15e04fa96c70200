/** Wrong usage: one clear sentence for the person at the keyboard, and exit code 2. */
export class UsageError extends Error {}

export const HELP = `npm run contract -- [--target URL] [options]        judge a host; without --target the embedded emulator
npm run contract -- accept REPORT.json --baseline FILE --reason TEXT --owner NAME --until YYYY-MM-DD [--only name,…]
npm run contract -- learn [--target URL] [--samples n] [--record FILE.json] [--only name,…]
npm run contract -- replay REPORT.json [--port n]   an emulator that answers as the drifted host

  --target URL          scheme, host and port of the provider
  --write               add the cases that write; each is named before it runs and cleans up after itself
  --only name,…         endpoints or resources: products.latest, products, images
  --report FILE.json    write the report; an earlier one of the same host gives the age of evidence
  --junit FILE          the same as JUnit XML
  --html FILE           the same as a page of its own
  --markdown FILE       the same as Markdown; $GITHUB_STEP_SUMMARY works
  --baseline FILE       drift that somebody has accepted until a day
  --emulator URL|embedded|none   the other side of the verdict (embedded)
  --timeout ms          for one answer (10000)
  --spacing ms          between requests (250; 10 on this machine)
  --fail-on additive    exit 3 when there is news only
  --dry-run             print every request and send none

Credentials: PROVIDER_EMAIL and PROVIDER_PASSWORD (one log-in), or PROVIDER_TOKEN. From the environment only.
Without --write only GETs of contracts/harness/reads.ts are sent, and that one log-in.

Exit codes: 0 kept · 1 breaking or behaviour drift · 2 wrong usage · 3 additive only and --fail-on additive ·
            4 unreachable or unknown · 5 nothing verified · 6 the emulator breaks its own contract
`

import { escapeHtml, htmlPage } from '../../../contracts/harness/report/print-html.ts'
import { type FindingImpact, type ScreenImpact, VERDICTS, type Verdict, worstOf } from './verdict.ts'

const rank = (verdict: Verdict) => VERDICTS.indexOf(verdict)

/** Renders the impact of a report as HTML, worst finding first, with both screenshots of each changed page. */
export function impactPage(target: string, startedAt: string, impacts: readonly FindingImpact[]): string {
  const sorted = impacts.toSorted((a, b) => rank(b.verdict) - rank(a.verdict))
  const worst = worstOf(impacts.map((each) => each.verdict))
  const body = `<p class="outcome ${worst === 'unharmed' ? 'pass' : 'drift'}">${summarize(impacts)}</p>
<p class="faint">The drift of ${escapeHtml(target)} at <time datetime="${escapeHtml(startedAt)}">${escapeHtml(startedAt.slice(0, 16).replace('T', ' '))}</time>, replayed by the emulator and compared with a healthy host.</p>
${overview(sorted)}
${sorted.map(findingSection).join('\n')}`
  return htmlPage('Impact of the drift on the shop', body, STYLE, true)
}

/** Returns `Of 3 findings: 1 unsafe, 2 degraded.` */
export function summarize(impacts: readonly FindingImpact[]): string {
  if (impacts.length === 0) return 'No finding in the report can affect a screen.'
  const parts = VERDICTS.toReversed().flatMap((verdict) => {
    const n = impacts.filter((each) => each.verdict === verdict).length
    return n === 0 ? [] : [`${n} ${verdict}`]
  })
  return `Of ${impacts.length === 1 ? 'one finding' : `${impacts.length} findings`}: ${parts.join(', ')}.`
}

function overview(impacts: readonly FindingImpact[]): string {
  const screens = [...new Set(impacts.flatMap((each) => each.screens.map(({ screen }) => screen)))]
  if (impacts.length === 0) return ''
  const rows = impacts.map((each, index) => {
    const cells = screens.map((screen) => {
      const own = each.screens.find((one) => one.screen === screen)
      return own
        ? `<td><a class="mark ${own.verdict}" href="#f${index}">${own.verdict}</a></td>`
        : '<td class="faint">–</td>'
    })
    return `<tr><th scope="row">${escapeHtml(each.title)}</th>${cells.join('')}</tr>`
  })
  return `<div class="wide" tabindex="0" role="region" aria-label="Findings by screen"><table>
<thead><tr><th scope="col">Finding</th>${screens.map((each) => `<th scope="col">${escapeHtml(each)}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>
<p class="faint">–: the screen does not request the drifted endpoint.</p>`
}

function findingSection(impact: FindingImpact, index: number): string {
  const screens = impact.screens.toSorted((a, b) => rank(b.verdict) - rank(a.verdict))
  const unharmed = screens.filter((each) => each.verdict === 'unharmed').map(({ screen }) => screen)
  return `<section id="f${index}">
<h2><span class="mark ${impact.verdict}">${impact.verdict}</span> ${escapeHtml(impact.title)}</h2>
${screens
  .filter((each) => each.verdict !== 'unharmed')
  .map(screenArticle)
  .join('\n')}
${unharmed.length > 0 ? `<p>Unharmed: ${unharmed.map(escapeHtml).join(', ')}.</p>` : ''}
${impact.screens.length === 0 ? '<p>None of the opened screens requests this endpoint.</p>' : ''}
</section>`
}

function screenArticle({ screen, verdict, changes, images }: ScreenImpact): string {
  const items = changes.map(
    (each) => `<li><span class="mark ${each.verdict}">${each.verdict}</span> ${escapeHtml(each.text)}</li>`,
  )
  const figure = (image: Buffer, caption: string) =>
    `<figure><img src="data:image/jpeg;base64,${image.toString('base64')}" alt="${escapeHtml(`${screen}, ${caption}`)}" width="360" height="740"><figcaption>${caption}</figcaption></figure>`
  return `<article class="${verdict}">
<div><h3>${escapeHtml(screen)}</h3><ul class="changes">${items.join('')}</ul></div>
${images ? `<div class="pair">${figure(images.healthy, 'healthy')}${figure(images.drifted, 'drifted')}</div>` : ''}
</article>`
}

const STYLE = `
h2 { overflow-wrap: anywhere; } td { white-space: nowrap; } th, td { padding: .35rem .3rem; } tbody th { font-weight: 400; min-width: 13rem; overflow-wrap: anywhere; }
.wide .mark { font-weight: 400; padding: 0 .35rem; }
section { scroll-margin-top: 1rem; } .changes { list-style: none; padding: 0; margin: 0; } .changes li { padding: .25rem 0; overflow-wrap: anywhere; }
.mark { display: inline-block; font-size: .8125rem; font-weight: 600; line-height: 1.4; padding: 0 .5rem; border-radius: 1rem; border: 1px solid; color: inherit; text-decoration: none; }
.mark.unsafe { background: var(--drifted); border-color: var(--drifted); color: light-dark(#fff, #0d1117); }
.mark.broken { border-color: var(--drifted); color: var(--drifted); } .mark.degraded { border-color: var(--behaviour); color: var(--behaviour); }
.mark.unharmed { border-color: var(--kept); color: var(--kept); }
article { display: grid; gap: 1rem; } article.unsafe, article.broken { border-left-color: var(--drifted); } article.degraded { border-left-color: var(--behaviour); }
.pair { display: flex; gap: 1rem; } figure { margin: 0; min-width: 0; flex: 0 1 18rem; } img { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: .25rem; } figcaption { font-size: .875rem; color: var(--faint); }
@media (min-width: 60rem) { article { grid-template-columns: 1fr auto; } }
`

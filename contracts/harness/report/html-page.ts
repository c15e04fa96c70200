import { printable } from './printable.ts'

/**
 * Returns a self-contained page without scripts and external requests.
 * @param body HTML whose texts were escaped with `escapeHtml`
 * @param images whether the page contains images as data URLs
 */
export function htmlPage(title: string, body: string, style = '', images = false): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'${images ? '; img-src data:' : ''}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeHtml(title)}</title>
<style>${STYLE}${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
}

/** Escapes a text for elements and quoted attributes, and makes it printable. */
export function escapeHtml(value: string): string {
  return printable(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const STYLE = `
:root {
  color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif;
  --kept: light-dark(#1a7f37, #3fb950); --drifted: light-dark(#cf222e, #ff7b72);
  --behaviour: light-dark(#9a6700, #d29922); --additive: light-dark(#0969da, #58a6ff);
  --faint: light-dark(#59636e, #9198a1); --line: light-dark(#d1d9e0, #3d444d);
}
body { margin: 0; background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #f0f6fc); }
main { max-width: 75rem; margin: auto; padding: 1rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 0 0 .5rem; }
.outcome { padding: .75rem 1rem; border-left: .4rem solid; } .pass { border-color: var(--kept); } .drift { border-color: var(--drifted); }
article { border: 1px solid var(--line); border-left: .4rem solid; padding: .75rem 1rem; margin: 0 0 1rem; border-radius: .25rem; }
.breaking { border-left-color: var(--drifted); } .behaviour { border-left-color: var(--behaviour); } .additive { border-left-color: var(--additive); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; } code { overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem .75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
.faint { color: var(--faint); }
`

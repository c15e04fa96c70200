import { loadEnv, type Plugin } from 'vite'
import { API_PREFIX } from '../contracts/src/client.ts'

/**
 * The home page's first two questions, asked while its code is still on the way. A preload link cannot do it: the
 * browser only reuses one whose headers are the call's own, and ours carry Accept. So a line of script asks with the
 * very headers, and the client takes its answer (lib/early-answers.ts) instead of asking a second time.
 */
export function earlyCalls(): Plugin {
  let origin = ''
  return {
    name: 'early-calls',
    apply: 'build',
    configResolved: ({ mode, root }) => {
      origin = (loadEnv(mode, root, 'VITE_').VITE_API_HOST ?? '').replace(/\/+$/, '')
    },
    transformIndexHtml: () => [
      { tag: 'script', children: script(origin), injectTo: 'head-prepend' as const },
    ],
  }
}

const script = (origin: string) =>
  `if(location.pathname==='/'){window.earlyAnswers={};` +
  `const ask=(path,headers)=>{const url=new URL(${JSON.stringify(origin + API_PREFIX)}+path,location.href).href;` +
  `(earlyAnswers[url]=fetch(url,{headers})).catch(()=>{})};` +
  `ask('/banners',{Accept:'application/json'});` +
  `let kept=0;try{kept=JSON.parse(localStorage.getItem('homepage_sections')).timestamp}catch{}` +
  `if(!(Date.now()-kept<36e5))ask('/homepage/sections',{Accept:'application/json','Content-Type':'application/json'})}`

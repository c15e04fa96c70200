/** The shop's pages as functions that give HTML: built for Node, beside the shop. */
export { fillPage } from './fill-page.ts'
export {
  categoryPath,
  isOnApiOrigin,
  LISTED_PATHS,
  MISSING_PATH,
  productPath,
  renderPage,
  renderStaticPage,
  SCREEN_PATHS,
  STATIC_PATHS,
} from './render-page.tsx'
export { renderSamples } from './samples.ts'
export { renderFrame, renderTemplates } from './skeletons.tsx'

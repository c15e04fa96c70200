/** The exports of the renderer, which is built for Node next to the shop. */
export { fillPage } from './fill-page.ts'
export {
  authorPath,
  BOOKS_REQUEST,
  booksByAuthor,
  CATEGORIES_PATH,
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
export { sitemapFiles, withSitemap } from './sitemap.ts'
export { renderFrame, renderNoScript, renderTemplates } from './skeletons.tsx'

/** The exports of the renderer, which is built for Node next to the shop. */
export {
  authorPath,
  BOOKS_REQUEST,
  booksByAuthor,
  CATEGORIES_PATH,
  categoryPath,
  fillPage,
  isOnApiOrigin,
  LISTED_PATHS,
  MISSING_PATH,
  productPath,
  renderPage,
  renderSamples,
  renderStaticPage,
  SCREEN_PATHS,
  STATIC_PATHS,
} from './render-page.tsx'
export { sitemapFiles, withSitemap } from './sitemap.ts'
export { renderFrame, renderNoScript, renderTemplates } from './skeletons.tsx'

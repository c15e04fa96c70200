import { matchPath, Route, Routes } from 'react-router-dom'
import { lazyPage } from './lazy-page.tsx'
import { screens } from './screens.ts'
// Shared by the first pages: here, so that none of them waits for another page's chunk.
import '../ui/page/as-of.tsx'
import '../ui/feedback/empty-state.tsx'
import '../ui/media/image-link.tsx'
import '../ui/page/price-line.tsx'
import '../ui/loading/skeleton.tsx'
import '../ui/feedback/still-trying.tsx'

const routes = screens.map(({ pattern, load }) => ({ path: pattern, Page: lazyPage(load) }))

export function ShopRoutes() {
  return (
    <Routes>
      {routes.map(({ path, Page }) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
    </Routes>
  )
}

/** Fetches the code of the screen at an address, so that it can be drawn at once. Settles without an error. */
export async function preloadScreen(pathname: string): Promise<void> {
  const { Page } = routes.find(({ path }) => matchPath(path, pathname)) ?? {}
  if (Page && 'preload' in Page) await Page.preload()
}

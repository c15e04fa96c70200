import { matchPath, Route, Routes } from 'react-router-dom'
import { HomePage } from '../pages/home-page.tsx'
import { lazyPage } from './lazy-page.tsx'
import { screens } from './screens.ts'

const routes = screens.map(({ path, load }) => ({ path, Page: load === null ? HomePage : lazyPage(load) }))

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

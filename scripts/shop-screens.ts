/** A line of the shop's own table of screens, as far as a browser needs it. */
export type Screen = { name: string; path: string }

/** A module of the shop. By its URL: the shop's modules have the types of its own build. */
export async function loadFromShop<Module>(path: string): Promise<Module> {
  return import(new URL(`../web/${path}`, import.meta.url).href)
}

/** Every screen of the shop with an address that shows it, and the orders of the account. */
export async function listScreens(): Promise<Screen[]> {
  const { screens } = await loadFromShop<{ screens: readonly (Screen & { example?: string })[] }>(
    'src/app/screens.ts',
  )
  return [
    ...screens.map(({ name, path, example }) => ({ name, path: example ?? path })),
    { name: 'account-orders', path: '/my-account?tab=orders' },
  ]
}

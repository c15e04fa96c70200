import { BOOKS_CATEGORY_ID } from '../config/limits.ts'
import { categoryPath, paths } from '../lib/paths.ts'

/** The category menu's links. Without `to` an entry has no destination and does nothing. */
export const menuLinks: { name: string; to?: string; state?: object }[] = [
  { name: 'HOME', to: paths.home },
  { name: 'BOOKS', to: categoryPath(BOOKS_CATEGORY_ID), state: { categoryId: BOOKS_CATEGORY_ID } },
  { name: 'CATEGORIES', to: paths.categories },
  { name: 'CONTACT US', to: paths.contact },
  { name: 'SHOP NOW', to: paths.shop },
  { name: 'SCHOOL PACKAGES' },
  { name: 'SPECIAL ORDER', to: paths.specialOrder },
  { name: 'GIFT VOUCHER' },
]

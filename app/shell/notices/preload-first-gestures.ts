import type { Lang } from '../../locales/lang.ts'
import { loadSideMenu } from '../side-menu/load-side-menu.ts'

/** Not in every browser; without it the line is taken to be fast. */
type Connection = { saveData: boolean; effectiveType: string }

/**
 * Loads what the first tap on the menu or the search needs, when the browser is idle: on a slow phone the tap itself
 * would wait for it. A slow line, and a visitor who saves data, load it by the tap.
 */
export function preloadFirstGestures(lang: Lang): void {
  const { connection } = navigator as Navigator & { connection?: Connection }
  if (connection && (connection.saveData || connection.effectiveType !== '4g')) return
  const nothing = () => {}
  if (matchMedia('(width < 64rem)').matches) void loadSideMenu(lang)
  import('../../features/search/search-dialog.tsx').catch(nothing)
  import('../../features/search/suggestions.tsx').catch(nothing)
}

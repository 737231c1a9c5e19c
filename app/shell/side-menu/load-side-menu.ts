import type { ComponentType } from 'react'
import type { Lang } from '../../locales/lang.ts'
import { loadTexts } from '../../locales/texts.tsx'
import type { HeaderData } from '../shell-data.ts'

export type SideMenuPart = ComponentType<HeaderData & { onClosed: () => void }>

/** How long the visitor waits for the menu after a click on its button. */
const SIDE_MENU_TIMEOUT_MS = 1000

/** Loads the side menu with its texts; undefined if that fails or takes too long. The next call tries again. */
export async function loadSideMenu(lang: Lang): Promise<SideMenuPart | undefined> {
  const part = Promise.all([import('./side-menu.tsx'), loadTexts(lang, 'sideMenu')]).then(
    ([module]) => module.default,
    () => undefined,
  )
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, SIDE_MENU_TIMEOUT_MS))
  return Promise.race([part, tooLate])
}

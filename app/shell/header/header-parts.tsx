/** What the header shows only when somebody uses it: fetched then, by use-header-parts.ts. */
export { default as ProgramsPanel } from './programs-panel.tsx'
export { default as ScrollParts } from './scroll-parts.tsx'

/** Until nobody points at what is open below a button: nothing may change under a hand. */
export function untilFree(header: HTMLElement): Promise<void> {
  const menu = header.querySelector<HTMLElement>('nav details[open]')
  const below = menu?.querySelector('summary + *')
  const isInUse = below?.matches(':hover') || below?.contains(document.activeElement)
  if (!menu || !isInUse) return Promise.resolve()
  return new Promise((resolve) => {
    menu.addEventListener('toggle', () => resolve(), { once: true })
  })
}

/** Parts of the header that are loaded on first use, by use-header-parts.ts. */
export { default as ProgramsPanel } from './programs-panel.tsx'
export { default as ScrollParts } from './scroll-parts.tsx'

/** Until the pointer leaves what is open below a button: nothing may change under the pointer. */
export function untilFree(header: HTMLElement): Promise<void> {
  const menu = header.querySelector<HTMLElement>('nav details[open]')
  const below = menu?.querySelector('summary + *')
  const isInUse = below?.matches(':hover') || below?.contains(document.activeElement)
  if (!menu || !isInUse) return Promise.resolve()
  return new Promise((resolve) => {
    menu.addEventListener('toggle', () => resolve(), { once: true })
  })
}

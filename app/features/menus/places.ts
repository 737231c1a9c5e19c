/** The lists of links in header and footer that staff choose, and what each has while nobody has chosen. */

export const MENU_PLACES = ['main', 'top', 'explore', 'institute', 'help', 'rules'] as const
export type MenuPlace = (typeof MENU_PLACES)[number]

/** Paths of pages without the language. `app/shell/` shows the same. */
export const USUAL_MENUS: Record<MenuPlace, readonly string[]> = {
  main: ['/', '/blog', '/about', '/contact', '/services'],
  top: ['/join-us', '/community', '/reviews', '/partners', '/clients'],
  explore: ['/', '/courses', '/blog', '/community', '/services', '/join-us'],
  institute: ['/about', '/reviews', '/partners', '/clients'],
  help: ['/contact', '/faq', '/support', '/complains'],
  rules: [
    ...['/terms', '/privacy', '/learning', '/attendance-policy', '/communication-policy'],
    ...['/academic-integrity', '/property-rights-protection'],
  ],
}

/** Every page that a menu can name without words of its own. */
export const MENU_PAGES: readonly string[] = [...new Set(Object.values(USUAL_MENUS).flat())]

export const MAX_LINKS = 12

/** What a link leads to: a page's path, `field:` with the key of a specialization, or an address of its own. */
const FIELD = 'field:'
export const fieldIn = (to: string): string | undefined => (to.startsWith(FIELD) ? to.slice(FIELD.length) : undefined)
export const fieldLink = (key: string) => FIELD + key

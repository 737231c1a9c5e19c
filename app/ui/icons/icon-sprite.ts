import { ICON_NAMES } from './icon-names.ts'
import { ICON_PATHS } from './icon-paths.ts'

/** The text of `icons.svg`: each icon as a symbol that inherits colour and stroke. */
export function iconSprite(): string {
  const symbols = ICON_NAMES.map(
    (name) => `<symbol id="${name}" viewBox="0 0 24 24"><path d="${ICON_PATHS[name]}"/></symbol>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`
}

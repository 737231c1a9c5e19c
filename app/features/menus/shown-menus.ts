/** What visitors see of chosen menus, and the names of links without words of their own. */
import type { Institute, Localized } from '../../../db/shapes.ts'
import { isPolicyPath, linksFor } from '../../links.ts'
import { footer as arFooter } from '../../locales/ar/footer.ts'
import { shell as arShell } from '../../locales/ar/shell.ts'
import { footer as enFooter } from '../../locales/en/footer.ts'
import { shell as enShell } from '../../locales/en/shell.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { fieldIn } from './places.ts'

type Menus = NonNullable<Institute['menus']>
type Field = { id: number; key: string; name: Localized }
export type ShownLink = { to: string; label: string }

const TEXTS = { ar: { shell: arShell, footer: arFooter }, en: { shell: enShell, footer: enFooter } }

/** Undefined for an address that is no page of the menus. */
export function pageName(to: string, lang: Lang): string | undefined {
  const { shell, footer } = TEXTS[lang]
  const names: Record<string, string> = {
    ...{ '/': shell.home, '/courses': shell.courses, '/blog': shell.blog, '/community': shell.community },
    ...{ '/about': shell.about, '/contact': shell.contact, '/services': shell.services, '/join-us': shell.joinUs },
    ...{ '/reviews': shell.reviews, '/partners': shell.partners, '/clients': shell.clients, '/faq': shell.faq },
    ...{ '/support': footer.support, '/complains': footer.complains },
  }
  const policy = to.slice(1)
  return names[to] ?? (isPolicyPath(policy) ? footer.policies[policy] : undefined)
}

/** Without links that are hidden, and without those of specializations that are no more. */
export function shownMenus(menus: Menus, fields: readonly Field[], lang: Lang): Record<string, ShownLink[]> {
  const links = linksFor(lang)
  const shown = ({ to, label }: NonNullable<Menus[string]>[number]): ShownLink[] => {
    const key = fieldIn(to)
    const field = key === undefined ? undefined : fields.find((one) => one.key === key)
    const name = label ? inLang(label, lang) : field ? inLang(field.name, lang) : pageName(to, lang)
    if (name === undefined || (key !== undefined && !field)) return []
    const address = field ? links.courses({ specialization: field.id }) : to === '/' ? links.home : links.content(to)
    return [{ to: address, label: name }]
  }
  return Object.fromEntries(
    Object.entries(menus).map(([place, all]) => [place, (all ?? []).filter(({ hidden }) => !hidden).flatMap(shown)]),
  )
}

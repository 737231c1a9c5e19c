import { linksFor } from '../../../links.ts'
import type { catalogue } from '../../../locales/ar/catalogue.ts'
import type { listing } from '../../../locales/ar/listing.ts'
import { formatMoney } from '../../../locales/format.ts'
import { formatDate } from '../../../locales/format-month.ts'
import type { Lang } from '../../../locales/lang.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import styles from './active-filters.module.css'
import { type CourseFilters, type FilterName, type SeveralName, without, withoutValue } from './course-filters.ts'
import type { Facets } from './listing-contract.ts'

/** @property name the filter's, with the value where it has several */
export type ActiveFilter = { name: string; label: string; rest: CourseFilters }

/** The filters in use with their labels, each with the filters that remain when it is removed. */
export function activeFilters(
  filters: CourseFilters,
  facets: Facets,
  specializations: { id: number; name: string }[],
  names: typeof catalogue,
  t: typeof listing,
  free: string,
  lang: Lang,
): ActiveFilter[] {
  const { search, min, max, from, to } = filters
  const parts = facets.specialization.flatMap(({ children }) => children)
  const one = (name: FilterName, label: string | undefined, ...others: FilterName[]): ActiveFilter[] =>
    label ? [{ name, label, rest: without(filters, name, ...others) }] : []
  const each = (name: SeveralName, labelOf: (value: number) => string): ActiveFilter[] =>
    (filters[name] ?? []).map((value) => {
      const rest = withoutValue(filters, name, value)
      return {
        name: `${name}-${value}`,
        label: labelOf(value),
        rest: name === 'specialization' ? withoutPartsOf(rest, value, facets) : rest,
      }
    })
  return [
    ...one('search', search && t.searchFor(search)),
    ...each('category', (value) => names.categories[value as 2 | 3 | 4]),
    ...each('specialization', (value) => nameOf(value, specializations)),
    ...each('sub', (value) => nameOf(value, parts)),
    ...each('city', (value) => nameOf(value, facets.city)),
    ...each('time', (value) => t.times[value as 1 | 2 | 3]),
    ...each('delivery', (value) => names.delivery[value as 1 | 2 | 3]),
    ...each('level', (value) => names.levels[value as 1 | 2 | 3]),
    ...one('min', max === 0 ? free : priceLabel(min, max, t, lang), 'max'),
    ...one('from', datesLabel(from, to, t, lang), 'to'),
  ]
}

/** The parts of a specialization go with it. */
function withoutPartsOf(filters: CourseFilters, specialization: number, facets: Facets): CourseFilters {
  const parts = facets.specialization.find(({ id }) => id === specialization)?.children ?? []
  return parts.reduce((left, { id }) => (left.sub?.includes(id) ? withoutValue(left, 'sub', id) : left), filters)
}

/** An id that no longer exists is still shown, so that the filter can be removed. */
function nameOf(id: number, list: { id: number; name: string }[]): string {
  return list.find((item) => item.id === id)?.name ?? `#${id}`
}

function priceLabel(min: number | undefined, max: number | undefined, t: typeof listing, lang: Lang) {
  const money = (riyals: number) => formatMoney(Math.round(riyals * 100), lang)
  if (min !== undefined && max !== undefined) return t.priceBetween(money(min), money(max))
  if (min !== undefined) return t.priceFrom(money(min))
  return max === undefined ? undefined : t.priceUpTo(money(max))
}

function datesLabel(from: string | undefined, to: string | undefined, t: typeof listing, lang: Lang) {
  if (from && to) return t.startsBetween(formatDate(from, lang), formatDate(to, lang))
  if (from) return t.startsFrom(formatDate(from, lang))
  return to && t.startsTo(formatDate(to, lang))
}

/** The id of the heading with the number of results. */
export const RESULTS_COUNT = 'results-count'

/** The clicked link disappears with its filter: the focus moves to the heading. */
function focusCount() {
  document.getElementById(RESULTS_COUNT)?.focus({ preventScroll: true })
}

export function ActiveFilters({ items }: { items: ActiveFilter[] }) {
  const t = useTexts('listing')
  const links = linksFor(useLang())
  if (items.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t.active}>
      {items.map(({ name, label, rest }) => (
        <li key={name}>
          <Link
            className={styles.chip}
            to={links.courses(rest)}
            preventScrollReset
            onClick={focusCount}
            aria-label={t.remove(label)}
          >
            <bdi>{label}</bdi>
            <Icon name="close" size={16} />
          </Link>
        </li>
      ))}
      {items.length > 1 && (
        <li>
          <Link className={styles.clear} to={links.courses()} preventScrollReset onClick={focusCount}>
            {t.clearAll}
          </Link>
        </li>
      )}
    </ul>
  )
}

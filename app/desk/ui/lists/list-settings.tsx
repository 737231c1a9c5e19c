/** The order and the columns of a list. Both are chosen by links and kept in the address, so that they work everywhere. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLang } from '../../../locales/texts.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { deskLink } from '../../desk-links.ts'
import { useDeskTexts } from '../../texts.tsx'
import choiceStyles from './choice-links.module.css'
import styles from './list-settings.module.css'

/** The values of `sort` in the address, by direction. */
export type Sorts = { ascending?: string; descending?: string }
export type ListAddress = {
  /** Below the desk. */
  path: string
  query: Record<string, string>
  /** The order without a choice. */
  sort?: string
}
type Column = { name: string; title: ReactNode; numeric?: boolean; sorts?: Sorts }

/** Between the names of columns in the address. */
const SEPARATOR = '.'

/** The first column leads to the record and is always shown. */
export function shownColumns<C extends Column>(all: readonly C[], address: ListAddress | undefined) {
  const chosen = address?.query.columns?.split(SEPARATOR)
  return {
    columns: chosen ? all.filter(({ name }, index) => index === 0 || chosen.includes(name)) : all,
    areChosen: chosen !== undefined,
  }
}

const sortOf = ({ query, sort }: ListAddress) => query.sort ?? sort

/** The address with other settings, from the start of the list. */
function useAddress({ path, query: { cursor: _, ...query }, sort }: ListAddress) {
  const lang = useLang()
  return (changed: { sort?: string | undefined; columns?: string | undefined }) => {
    const next = { ...query, ...changed }
    return deskLink(lang, path, { ...next, sort: next.sort === sort ? undefined : next.sort })
  }
}

/** The title of a column; where the list can be sorted by it, a link that does so, and then turns the order round. */
export function SortHead({ column, address }: { column: Column; address: ListAddress | undefined }) {
  const { title, numeric, sorts } = column
  const direction = address && sorts && directionOf(sorts, sortOf(address))
  return (
    <th scope="col" data-numeric={numeric || undefined} aria-sort={direction}>
      {address && sorts ? (
        <SortLink address={address} sorts={sorts} direction={direction}>
          {title}
        </SortLink>
      ) : (
        title
      )}
    </th>
  )
}

type Direction = 'ascending' | 'descending'

const directionOf = (sorts: Sorts, sort: string | undefined): Direction | undefined =>
  (['ascending', 'descending'] as const).find((one) => sort !== undefined && sorts[one] === sort)

function SortLink({
  address,
  sorts: { ascending, descending },
  direction,
  children,
}: {
  address: ListAddress
  sorts: Sorts
  direction: Direction | undefined
  children: ReactNode
}) {
  const to = useAddress(address)
  const [first, second] = direction === 'ascending' ? [descending, ascending] : [ascending, descending]
  return (
    <Link to={to({ sort: first ?? second })} className={styles.sort} data-direction={direction} preventScrollReset>
      {children}
      {direction ? <Icon name="chevron-down" size={14} /> : null}
    </Link>
  )
}

/** On a phone, where a row is a card without heads, the order is chosen here too. */
export function ListSettings({ columns, address }: { columns: readonly Column[]; address: ListAddress }) {
  const t = useDeskTexts('frame').list
  const to = useAddress(address)
  const shown = new Set(shownColumns(columns, address).columns.map(({ name }) => name))
  const without = (name: string) => {
    const next = columns.filter((one) => shown.has(one.name) !== (one.name === name)).map((one) => one.name)
    return next.length === columns.length ? undefined : next.join(SEPARATOR)
  }
  const current = sortOf(address)
  const orders = columns.flatMap(({ name, title, sorts = {} }) =>
    (['ascending', 'descending'] as const).flatMap((direction) => {
      const sort = sorts[direction]
      return sort === undefined ? [] : [{ key: `${name} ${direction}`, title, direction, sort }]
    }),
  )
  return (
    <details className={styles.settings}>
      <summary>
        <Icon name="filter" size={16} />
        {orders.length > 0 ? t.orderAndColumns : t.columns}
      </summary>
      {orders.length > 0 ? (
        <ul className={choiceStyles.choices} aria-label={t.order}>
          {orders.map(({ key, title, direction, sort }) => (
            <li key={key}>
              <Link to={to({ sort })} aria-current={sort === current || undefined} preventScrollReset>
                {title}: {t[direction]}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <ul className={choiceStyles.choices} aria-label={t.columns}>
        {columns.slice(1).map(({ name, title }) => (
          <li key={name}>
            <Link to={to({ columns: without(name) })} aria-current={shown.has(name) || undefined} preventScrollReset>
              {shown.has(name) ? <Icon name="check" size={16} /> : null}
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

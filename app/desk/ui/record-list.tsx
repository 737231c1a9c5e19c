import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '../../locales/format.ts'
import { useLang } from '../../locales/texts.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { deskLink } from '../desk-links.ts'
import { useDeskTexts } from '../texts.tsx'
import { type ListAddress, ListSettings, SortHead, type Sorts, shownColumns } from './lists/list-settings.tsx'
import styles from './record-list.module.css'
import { RecordName } from './record-name.tsx'

export type Column<Row> = {
  name: string
  title: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers and amounts stand at the end of their column. */
  numeric?: boolean
  /** Left out on phones, where a row is a card, unless somebody chose it. */
  wideOnly?: boolean
  /** The values of `sort` in the address by which the list is sorted by this column. */
  sorts?: Sorts
}

/**
 * A list of records: a table, and cards on a phone. The first column leads to the record.
 * @param address with it the order and the columns can be chosen
 * @param selectable the form (its id) that the chosen rows belong to: a box before each row, named `chosen`
 * @param mayChoose false for a row without a box
 */
export function RecordList<Row>({
  label,
  rows,
  columns: all,
  address,
  keyOf,
  pathOf,
  selectable,
  mayChoose = () => true,
  empty,
}: {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  address?: ListAddress
  keyOf: (row: Row) => string | number
  /** Below the desk; undefined where a record has no page. */
  pathOf: (row: Row) => string | undefined
  selectable?: string
  mayChoose?: (row: Row) => boolean
  empty?: ReactNode
}) {
  const t = useDeskTexts('frame').list
  if (rows.length === 0) return empty ?? <EmptyState title={t.none} body={t.noneBody} />
  const { columns, areChosen } = shownColumns(all, address)
  return (
    <>
      {address ? <ListSettings columns={all} address={address} /> : null}
      <table className={styles.list} aria-label={label}>
        <thead>
          <tr>
            {selectable ? (
              <th scope="col" className={styles.choice}>
                <span className="visually-hidden">{t.select}</span>
              </th>
            ) : null}
            {columns.map((column) => (
              <SortHead key={column.name} column={column} address={address} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {selectable ? (
                <td className={styles.choice}>
                  {mayChoose(row) ? (
                    <input type="checkbox" name="chosen" value={keyOf(row)} form={selectable} aria-label={t.select} />
                  ) : null}
                </td>
              ) : null}
              {columns.map((column, index) => (
                <td
                  key={column.name}
                  data-title={typeof column.title === 'string' ? column.title : undefined}
                  data-numeric={column.numeric || undefined}
                  data-wide-only={(column.wideOnly && !areChosen) || undefined}
                >
                  {index === 0 ? <RecordLink path={pathOf(row)}>{column.cell(row)}</RecordLink> : column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function RecordLink({ path, children }: { path: string | undefined; children: ReactNode }) {
  const lang = useLang()
  if (path === undefined) return children
  return (
    <Link to={deskLink(lang, path)} className={styles.record}>
      <RecordName>{children}</RecordName>
    </Link>
  )
}

/**
 * How many records a list has, and its next page. Pages follow one another by a cursor, so that they stay quick however
 * long the list is.
 */
export function RecordListFoot({
  path,
  query,
  total,
  isCapped = false,
  next,
  children,
}: {
  path: string
  /** The filters in the address. */
  query: Record<string, string>
  total: number
  isCapped?: boolean | undefined
  next: string | null
  children?: ReactNode
}) {
  const t = useDeskTexts('frame').list
  const lang = useLang()
  const { cursor, ...filters } = query
  // An empty list says so itself.
  if (total === 0 && !cursor && !children) return null
  return (
    <footer className={styles.foot}>
      <p>{isCapped ? t.moreThan(formatNumber(total)) : t.count(total)}</p>
      {children}
      <div className={styles.pages}>
        {cursor ? <Link to={deskLink(lang, path, filters)}>{t.first}</Link> : null}
        {next ? (
          <Link to={deskLink(lang, path, { ...filters, cursor: next })} rel="next">
            {t.next}
            <Icon name="arrow-forward" size={16} />
          </Link>
        ) : null}
      </div>
    </footer>
  )
}

import { type ReactNode, useState } from 'react'
import { Form, Link } from 'react-router'
import { isViewList, viewQuery } from '../../../features/saved-views/view-lists.ts'
import { formatNumber } from '../../../locales/format.ts'
import { formatDate } from '../../../locales/format-month.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { deskLink } from '../../desk-links.ts'
import { useDeskTexts } from '../../texts.tsx'
import { ALL } from '../../use-views.ts'
import styles from './filters.module.css'
import { SavedViews } from './saved-views.tsx'

export type Choice = { value: string; label: string }

/** Parts of a list's address that stay when its filters change. */
const SETTINGS = ['sort', 'columns']

/**
 * The search and the filters of a list, kept in the address. With scripts a changed filter applies at once; without
 * them the button does. On a phone the filters are folded behind a button that counts those that are set.
 * @param children further fields
 */
export function Filters({
  path,
  query,
  searchLabel,
  selects = [],
  days = [],
  keeps = [],
  texts = [],
  children,
}: {
  path: string
  query: Record<string, string>
  /** No search field without it. */
  searchLabel?: string
  /** `any`: what is shown without a choice; everything by default. */
  selects?: readonly { name: string; label: string; choices: readonly Choice[]; any?: string }[]
  /** Days in Riyadh. */
  days?: readonly { name: string; label: string }[]
  /** Other parts of the address that stay when filters change or are cleared. */
  keeps?: readonly string[]
  /** Words that are typed, such as a code. */
  texts?: readonly { name: string; label: string; dir?: 'ltr' | 'auto' }[]
  children?: ReactNode
}) {
  const { list: t, views } = useDeskTexts('frame')
  const lang = useLang()
  // A filter that applies at once leaves the others open.
  const [isOpen, setOpen] = useState(false)
  const stays = [...SETTINGS, ...keeps]
  const set = Object.keys(viewQuery(query)).filter((name) => !stays.includes(name))
  const folded = set.filter((name) => name !== 'query')
  const hasFields = selects.length + days.length + texts.length > 0
  const form = (
    // The key gives the fields their values anew when the address changes.
    <Form
      key={JSON.stringify(query)}
      action={deskLink(lang, path)}
      className={styles.filters}
      role="search"
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit()
      }}
    >
      {searchLabel ? (
        <label className={styles.search}>
          <span className="visually-hidden">{searchLabel}</span>
          <Icon name="search" size={18} />
          <input type="search" name="query" placeholder={searchLabel} defaultValue={query.query} dir="auto" />
        </label>
      ) : null}
      {/* Its content stands beside it, so that a wide window can show it whether or not it is open. A search alone is not folded: its button would be hidden. */}
      {hasFields ? (
        <details className={styles.fold} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{folded.length > 0 ? t.filtersSet(formatNumber(folded.length)) : t.filters}</summary>
        </details>
      ) : null}
      <div className={styles.fields}>
        {selects.map(({ name, label, choices, any = t.any }) => (
          <label key={name} className={styles.select}>
            <span>{label}</span>
            <select name={name} defaultValue={query[name] ?? ''}>
              <option value="">{any}</option>
              {choices.map(({ value, label: text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        ))}
        {days.map(({ name, label }) => (
          <label key={name} className={classNames(styles.select, styles.day)}>
            <span>{label}</span>
            <input type="date" name={name} defaultValue={query[name]} />
          </label>
        ))}
        {texts.map(({ name, label, dir = 'auto' }) => (
          <label key={name} className={styles.select}>
            <span>{label}</span>
            <input type="text" name={name} defaultValue={query[name]} dir={dir} />
          </label>
        ))}
        {children}
        <Button type="submit" variant="quiet" size="small">
          {t.apply}
        </Button>
      </div>
      {stays.map((name) => (query[name] ? <input key={name} type="hidden" name={name} value={query[name]} /> : null))}
      {set.length > 0 ? (
        <Link
          to={deskLink(lang, path, { ...ALL, ...Object.fromEntries(keeps.map((name) => [name, query[name]])) })}
          className={styles.clear}
        >
          {t.clear}
        </Link>
      ) : null}
    </Form>
  )
  const stated = [
    ...(query.query && searchLabel ? [[searchLabel, query.query]] : []),
    ...selects.map(({ name, label, choices }) => [label, choices.find(({ value }) => value === query[name])?.label]),
    ...days.map(({ name, label }) => [label, query[name] && formatDate(query[name], lang)]),
    ...texts.map(({ name, label }) => [label, query[name]]),
  ].filter(([, value]) => value)
  const printed = <p className={styles.printed}>{stated.map((pair) => pair.join(': ')).join(' · ')}</p>
  if (!isViewList(path))
    return (
      <>
        {form}
        {printed}
      </>
    )
  return (
    <>
      <SavedViews list={path} query={query} />
      {query.dropped ? <Alert kind="info">{views.dropped}</Alert> : null}
      {form}
      {printed}
    </>
  )
}

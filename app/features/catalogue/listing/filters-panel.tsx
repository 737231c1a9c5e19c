import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { linksFor } from '../../../links.ts'
import { formatRiyals } from '../../../locales/format.ts'
import { formatDate, formatMonth } from '../../../locales/format-month.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { useBackCloses } from '../../../ui/navigation/use-back-closes.ts'
import { type CourseFilters, daysOfMonth, riyalBand, type SeveralName, without } from './course-filters.ts'
import styles from './filters-panel.module.css'
import type { Facets } from './listing-contract.ts'
import type { InstantFilters } from './use-instant-filters.tsx'

type Props = {
  id: string
  formId: string
  filters: CourseFilters
  found: { totalCount: number; facets: Facets }
  instant: InstantFilters
  inUse: number
}

/**
 * The filters beside the list. On a narrow screen the same form is a drawer: a popover, which opens and closes without
 * scripts.
 */
export function FiltersPanel({ id, formId, filters, found, instant, inUse }: Props) {
  const t = useTexts('listing')
  const links = linksFor(useLang())
  const { facets } = found
  const drawer = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  // It may have been opened before there were scripts.
  useEffect(() => setOpen(drawer.current?.matches(':popover-open') ?? false), [])
  useBackCloses(drawer, isOpen, useLocation().key)
  return (
    <aside
      id={id}
      ref={drawer}
      popover="auto"
      className={styles.panel}
      aria-label={t.filters}
      onToggle={({ newState }) => setOpen(newState === 'open')}
    >
      <div className={styles.head}>
        <p className={styles.title}>{t.filters}</p>
        {inUse > 0 && (
          <Link className={styles.clear} to={links.courses()} preventScrollReset>
            {t.clearAll}
          </Link>
        )}
        <button
          type="button"
          className={styles.close}
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={t.closeFilters}
        >
          <Icon name="close" />
        </button>
      </div>
      <form id={formId} className={styles.form} action={links.courses()} onSubmit={instant.submit}>
        <Choices name="category" values={useCategories(facets)} filters={filters} instant={instant} />
        <Choices name="specialization" values={facets.specialization} filters={filters} instant={instant} />
        <Parts facets={facets} filters={filters} instant={instant} />
        <Choices
          name="delivery"
          values={useNamed('delivery', facets.deliveryMethod)}
          filters={filters}
          instant={instant}
        />
        <Choices name="city" values={facets.city} filters={filters} instant={instant} />
        <Choices name="time" values={facets.time} filters={filters} instant={instant} />
        <Choices name="level" values={useNamed('levels', facets.level)} filters={filters} instant={instant} />
        <Prices facets={facets} filters={filters} instant={instant} />
        <Starts facets={facets} filters={filters} instant={instant} />
        <div className={styles.foot}>
          <noscript>
            <Button type="submit" wide>
              {t.apply}
            </Button>
          </noscript>
          <button type="button" className={styles.show} popoverTarget={id} popoverTargetAction="hide">
            {t.showFound(found.totalCount)}
          </button>
        </div>
      </form>
    </aside>
  )
}

type Value = { id: number; name: string; count: number }
type PartProps = { facets: Facets; filters: CourseFilters; instant: InstantFilters }

/** Every value is always offered, even when no course of the list has it. */
function useNamed(kind: 'delivery' | 'levels', counted: Value[]): Value[] {
  const names = useTexts('catalogue')[kind]
  return ([1, 2, 3] as const).map((id) => ({ id, name: names[id], count: countOf(id, counted) }))
}

function useCategories({ category }: Facets): Value[] {
  const { categories } = useTexts('catalogue')
  return ([2, 3, 4] as const).map((id) => ({ id, name: categories[id], count: countOf(id, category) }))
}

const countOf = (id: number, counted: Value[]) => counted.find((value) => value.id === id)?.count ?? 0

/** The sub-specializations of each chosen specialization. */
function Parts({ facets, filters, instant }: PartProps) {
  const t = useTexts('listing')
  return facets.specialization
    .filter(({ id, children }) => filters.specialization?.includes(id) && children.length > 0)
    .map(({ id, name, children }) => (
      <Group key={id} title={t.partsOf(name)} indented>
        <Boxes name="sub" values={children} of={id} filters={filters} instant={instant} />
      </Group>
    ))
}

type BoxesProps = {
  name: SeveralName
  values: Value[]
  /** The specialization whose parts they are. */
  of?: number
  filters: CourseFilters
  instant: InstantFilters
}

function Choices(props: BoxesProps & { name: Exclude<SeveralName, 'sub'> }) {
  const t = useTexts('listing')
  if (props.values.length === 0) return null
  return (
    <Group title={t.groups[props.name]}>
      <Boxes {...props} />
    </Group>
  )
}

function Boxes({ name, values, of, filters, instant }: BoxesProps) {
  return values.map(({ id, name: label, count }) => (
    <label key={id} className={styles.choice} data-empty={count === 0 || undefined}>
      <input
        type="checkbox"
        name={name}
        value={id}
        data-of={of}
        defaultChecked={filters[name]?.includes(id) ?? false}
        onChange={instant.chosen}
      />
      <span>{label}</span>
      <span className={styles.count}>{count}</span>
    </label>
  ))
}

function Prices({ facets, filters, instant }: PartProps) {
  const t = useTexts('listing')
  const links = linksFor(useLang())
  return (
    <Group title={t.groups.price}>
      <div className={styles.range}>
        {(['min', 'max'] as const).map((end) => (
          <label key={end}>
            {end === 'min' ? t.minPrice : t.maxPrice}
            <input
              name={end}
              inputMode="decimal"
              dir="ltr"
              maxLength={12}
              defaultValue={filters[end]}
              onChange={instant.typed}
            />
          </label>
        ))}
      </div>
      <ul className={styles.quick}>
        {facets.price.map(({ count, ...band }) => {
          const riyals = riyalBand(band)
          return (
            <QuickLink
              key={band.from}
              to={links.courses({ ...without(filters, 'min', 'max'), ...riyals })}
              isCurrent={filters.min === riyals.min && filters.max === riyals.max}
              count={count}
            >
              <BandName {...band} />
            </QuickLink>
          )
        })}
      </ul>
    </Group>
  )
}

/** With round ends: 1,000 to 1,999.99 is shown as 1,000 – 2,000. */
function BandName({ from, to }: { from: number; to?: number | undefined }) {
  const t = useTexts('listing')
  const { free } = useTexts('ui')
  if (to === 0) return free
  if (to === undefined) return t.priceFrom(formatRiyals(from))
  const end = formatRiyals(to + 1)
  return from <= 1 ? t.priceUnder(end) : <bdi dir="ltr">{t.priceBetween(formatRiyals(from), end)}</bdi>
}

function Starts({ facets, filters, instant }: PartProps) {
  const t = useTexts('listing')
  const lang = useLang()
  return (
    <Group title={t.groups.start}>
      <div className={styles.range} data-dates>
        {(['from', 'to'] as const).map((end) => (
          <label key={end}>
            {t[end]}
            <input
              type="date"
              name={end}
              dir="ltr"
              title={filters[end] && formatDate(filters[end], lang)}
              defaultValue={filters[end]}
              onChange={instant.typed}
            />
          </label>
        ))}
      </div>
      <ul className={styles.quick}>
        {facets.startMonth.map(({ month, count }) => {
          const days = daysOfMonth(month)
          return (
            <QuickLink
              key={month}
              to={linksFor(lang).courses({ ...without(filters, 'from', 'to'), ...days })}
              isCurrent={filters.from === days.from && filters.to === days.to}
              count={count}
            >
              {formatMonth(month, lang)}
            </QuickLink>
          )
        })}
      </ul>
    </Group>
  )
}

type QuickLinkProps = { to: string; isCurrent: boolean; count: number; children: ReactNode }

function QuickLink({ to, isCurrent, count, children }: QuickLinkProps) {
  return (
    <li>
      <Link className={styles.quickLink} to={to} preventScrollReset aria-current={isCurrent || undefined}>
        {children} <span className={styles.count}>{count}</span>
      </Link>
    </li>
  )
}

function Group({ title, indented, children }: { title: string; indented?: boolean; children: ReactNode }) {
  return (
    <fieldset className={styles.group} data-indented={indented || undefined}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { useLang } from '../../../locales/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldRow, FieldRowControl } from '../../../ui/fields/field-row.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { deskLink } from '../../desk-links.ts'
import { PERIODS, type Period, type Periods } from '../../periods.ts'
import { useDeskTexts } from '../../texts.tsx'
import styles from './period-choice.module.css'

/**
 * The months and quarters to choose from by a link, and a form for any other days.
 * @param query what else of the address stays
 * @param children further fields of the form
 */
export function PeriodChoice({
  path,
  periods,
  from,
  to,
  query = {},
  children,
}: Period & { path: string; periods: Periods; query?: Record<string, string>; children?: ReactNode }) {
  const { period: t } = useDeskTexts('frame')
  const lang = useLang()
  return (
    <div className={styles.period}>
      <nav aria-label={t.title}>
        {PERIODS.map((name) => (
          <Link
            key={name}
            to={deskLink(lang, path, { ...query, ...periods[name] })}
            aria-current={periods[name].from === from && periods[name].to === to ? 'page' : undefined}
          >
            {t.names[name]}
          </Link>
        ))}
      </nav>
      <Form key={`${from} ${to} ${JSON.stringify(query)}`} action={deskLink(lang, path)} className={styles.days}>
        <FieldRow width="fit">
          {children}
          <TextField type="date" name="from" label={t.from} defaultValue={from} required />
          <TextField type="date" name="to" label={t.to} defaultValue={to} required />
          <FieldRowControl>
            <Button type="submit" variant="quiet" size="small">
              {t.show}
            </Button>
          </FieldRowControl>
        </FieldRow>
      </Form>
    </div>
  )
}

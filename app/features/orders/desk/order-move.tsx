/** Moving a paid order to another run of its course, or why it stays. */
import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { formatMoney, formatTime, formatWeekday } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import styles from './order.module.css'

export type MovePreview = Awaited<ReturnType<PageRequest['api']['runs']['orderMovePreview']>>

/** To where another order takes its place, or why none can; what keeps it in its run was said above. */
export function MoveElsewhere({ id, preview }: { id: string; preview: MovePreview | null }) {
  const t = useDeskTexts('enrolmentMove')
  const lang = useLang()
  if (!preview) return null
  const { stays, refusal } = preview
  if (stays) return stays === refusal ? null : <p className={styles.quiet}>{t.stays[stays]}</p>
  return (
    <p className={styles.quiet}>
      <Link to={deskLink(lang, `orders/${id}/move`)}>{t.open}</Link>
      <br />
      {t.openHint}
    </p>
  )
}

/** @param preview null for those who may not move it, and for orders that are not paid */
export function OrderMove({ preview }: { preview: MovePreview | null }) {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const field = useCommandField('move')
  // An order without dates has no run to be moved from.
  if (!preview || preview.refusal === 'orderNotInRun') return null
  const { refusal, targets, fingerprint } = preview
  if (refusal) return <p className={styles.quiet}>{t.move.refusals[refusal]}</p>
  if (targets.length === 0) return <p className={styles.quiet}>{t.move.noTarget}</p>
  const options = targets.map(({ id, startsAt, city, seatsLeft, differenceHalalas }) => ({
    value: String(id),
    label: [
      `${formatWeekday(startsAt, lang)} ${formatTime(startsAt, lang)}`,
      city,
      t.move.seats(seatsLeft),
      differenceHalalas === 0
        ? null
        : t.move.difference(formatMoney(Math.abs(differenceHalalas), lang), differenceHalalas > 0),
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <Commands>
      <Command
        intent="move"
        title={t.move.title}
        happens={
          <>
            <p>{t.move.happens}</p>
            {/* A narrow field cuts the name of the chosen run off, and with it what it costs. */}
            {targets.some(({ differenceHalalas }) => differenceHalalas !== 0) ? (
              <ul>
                {options.map(({ value, label }) => (
                  <li key={value}>{label}</li>
                ))}
              </ul>
            ) : null}
          </>
        }
        submit={t.move.submit}
        labels={{ runId: t.move.run, reason: t.reason }}
      >
        {/* Not among the values that tell one command from another: after a refusal it is another one. */}
        <input type="hidden" name="fingerprint" value={fingerprint} />
        <SelectField {...field('runId')} label={t.move.run} options={options} required />
        <TextAreaField {...field('reason')} label={t.reason} hint={t.decline.reasonHint} rows={3} required />
      </Command>
    </Commands>
  )
}

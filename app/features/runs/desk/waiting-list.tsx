import { Form } from 'react-router'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatDay, formatNumber, formatTime, formatWeekday } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './runs.module.css'

export type Line = Awaited<ReturnType<PageRequest['api']['runs']['waitingList']>>['people']

/** Who waits, in order, and what became of the others. */
export function WaitingList({ people, exportPath }: { people: Line; exportPath: string | undefined }) {
  const t = useDeskTexts('runs')
  const { failureOf } = useDeskAnswer()
  const waiting = people.filter(({ order, leftAt }) => !order && !leftAt)
  const offered = people.filter(({ order }) => order?.status === 'pending').length
  const others = people.filter(({ order, leftAt }) => order || leftAt)
  return (
    <Panel title={t.waitingTitle}>
      <FormErrors failure={failureOf('offer')} labels={{}} />
      <FormErrors failure={failureOf('remove')} labels={{ reason: t.removeReason }} />
      {waiting.length === 0 ? <p className={styles.note}>{t.nobodyWaits}</p> : null}
      {offered > 0 ? <p className={styles.note}>{t.offersHeld(offered)}</p> : null}
      <ol className={styles.rows}>
        {waiting.map((person, index) => (
          <Waiting key={person.id} person={person} place={index + 1} />
        ))}
      </ol>
      {others.length > 0 ? (
        <ul className={styles.rows}>
          {others.map((person) => (
            <li key={person.id}>
              <bdi>{person.name}</bdi>
              <span className={styles.note}>
                <Outcome person={person} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {exportPath ? <ExportLinks path={exportPath} /> : null}
    </Panel>
  )
}

function Waiting({ person: { id, name, email, joinedAt }, place }: { person: Line[number]; place: number }) {
  const t = useDeskTexts('runs')
  const lang = useLang()
  return (
    <li>
      <span>{formatNumber(place)}</span>
      <span className={styles.person}>
        <bdi>{name}</bdi>
        <span className={styles.note}>
          <bdi dir="ltr">{email}</bdi>
        </span>
        <span className={styles.note}>{t.since(formatDay(joinedAt, lang))}</span>
      </span>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="placeId" value={id} />
        <SubmitButton name="intent" value="offer" variant="quiet">
          {t.offerNow}
          <span className="visually-hidden"> {name}</span>
        </SubmitButton>
      </Form>
      <Disclosure summary={t.remove}>
        <Form method="post" preventScrollReset className={styles.form}>
          <input type="hidden" name="placeId" value={id} />
          <TextField name="reason" id={`reason-${id}`} label={t.removeReason} dir="auto" required />
          <SubmitButton name="intent" value="remove" variant="quiet">
            {t.remove}
            <span className="visually-hidden"> {name}</span>
          </SubmitButton>
        </Form>
      </Disclosure>
    </li>
  )
}

function Outcome({ person: { order, removedBecause } }: { person: Line[number] }) {
  const { waitStates } = useDeskTexts('runs')
  const lang = useLang()
  if (removedBecause) return <bdi>{waitStates.removed(removedBecause)}</bdi>
  if (!order) return waitStates.left
  if (order.status === 'paid') return waitStates.taken
  if (order.status !== 'pending') return waitStates.passed
  return waitStates.offered(`${formatWeekday(order.expiresAt, lang)} ${formatTime(order.expiresAt, lang)}`)
}

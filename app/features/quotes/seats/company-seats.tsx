/** The seats of a purchase as its company sees them: codes, names, attendance and certificates. */
import { Form } from 'react-router'
import { formatDay, formatNumber } from '../../../locales/format.ts'
import type { Lang } from '../../../locales/lang.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { NameText } from '../../../ui/content/name-text.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { RadioField } from '../../../ui/fields/radio-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PrintButton } from '../../../ui/navigation/print-button.tsx'
import { type FormAnswer, refusedForm } from '../answer-forms.tsx'
import type { Quotation } from '../contract.ts'
import styles from '../quotation-page.module.css'
import { seatLink, seatsFile } from '../quote-links.ts'

const TONES = { open: 'sand', named: 'deep', used: 'mint', withdrawn: 'clay' } as const

type SeatsProps = {
  quotation: Quotation
  token: string
  /** What was just done. */
  done: 'names' | 'giveBack' | undefined
  answer: FormAnswer
}

export function CompanySeats({ quotation, token, done, answer }: SeatsProps) {
  const t = useTexts('quotation')
  const lang = useLang()
  const shown = quotation.seats.filter(({ state }) => state !== 'withdrawn')
  const isNameable = quotation.lines.filter(({ id, isOver }) => !isOver && openIn(quotation, id) > 0)
  const isReturnable = quotation.lines.filter(
    ({ id, withdrawableUntil }) => withdrawableUntil !== null && unusedIn(quotation, id) > 0,
  )
  return (
    <>
      {done && !answer ? (
        <Alert kind="success" id="done">
          {t[done].done}
        </Alert>
      ) : null}
      <Card as="section" aria-labelledby="seats">
        <h2 id="seats">{t.seatTitle}</h2>
        <p className={styles.lead}>{quotation.isReleased ? t.released : t.notReleased}</p>
        <ul className={styles.lines}>
          {shown.map((seat) => (
            <li key={seat.id}>
              <div className={styles.line}>
                {quotation.isReleased ? (
                  <a className={styles.code} href={seatLink(lang, seat.code)}>
                    <bdi dir="ltr">{seat.code}</bdi>
                  </a>
                ) : null}
                <small>{seat.course}</small>
                {seat.person ? (
                  <small>
                    <NameText>{seat.person.name}</NameText> · <bdi dir="ltr">{seat.person.email}</bdi>
                  </small>
                ) : null}
                {seat.state === 'used' && seat.sessions > 0 ? (
                  <small>
                    {t.attendance}: {t.of(formatNumber(seat.attended), formatNumber(seat.sessions))}
                  </small>
                ) : null}
                {seat.certificate ? (
                  <small>
                    <a href={seat.certificate.url}>
                      {t.certificate} <bdi dir="ltr">{seat.certificate.number}</bdi>
                    </a>
                  </small>
                ) : null}
              </div>
              <Badge tone={TONES[seat.state]}>
                {/* The codes go out once the purchase is paid. */}
                {seat.state === 'named' && !quotation.isReleased ? t.nameSaved : t.states[seat.state]}
              </Badge>
            </li>
          ))}
        </ul>
        <div className={styles.actions}>
          {(['csv', 'xlsx'] as const).map((format) => (
            <ButtonLink
              key={format}
              to={seatsFile(quotation.number, token, format, lang)}
              variant="quiet"
              reloadDocument
            >
              {t.report[format]}
            </ButtonLink>
          ))}
          <PrintButton />
        </div>
      </Card>
      {isNameable.length > 0 ? (
        <Names
          answer={answer}
          lines={isNameable.map(({ id, course, startsAt }) => ({
            value: String(id),
            label: [course, startsAt && formatDay(startsAt, lang), t.names.left(formatNumber(openIn(quotation, id)))]
              .filter(Boolean)
              .join(' · '),
          }))}
        />
      ) : null}
      {isReturnable.length > 0 ? (
        <GiveBack
          answer={answer}
          lines={isReturnable.map(({ id, course, startsAt, withdrawableUntil }) => ({
            value: String(id),
            label: [
              ...[course, startsAt && formatDay(startsAt, lang)],
              t.giveBack.left(formatNumber(unusedIn(quotation, id)), lastDay(withdrawableUntil!, lang)),
            ]
              .filter(Boolean)
              .join(' · '),
          }))}
        />
      ) : null}
    </>
  )
}

/** The last moment before it. */
const lastDay = (until: string, lang: Lang) => formatDay(new Date(Date.parse(until) - 1).toISOString(), lang)

const unusedIn = ({ seats }: Quotation, line: number) =>
  seats.filter(({ lineId, state }) => lineId === line && (state === 'open' || state === 'named')).length

function GiveBack({ lines, answer }: { lines: { value: string; label: string }[]; answer: FormAnswer }) {
  const { giveBack: t } = useTexts('quotation')
  const { failure, typed } = refusedForm(answer, 'giveBack')
  return (
    <details className={styles.decline} open={failure !== undefined}>
      <summary>
        <span>{t.title}</span>
        <Icon name="chevron-down" size={18} />
      </summary>
      <p className={styles.lead}>{t.lead}</p>
      <Form
        method="post"
        className={styles.form}
        noValidate
        preventScrollReset
        key={lines.map(({ label }) => label).join()}
      >
        <FormErrors failure={failure} labels={{ seats: t.seats, lineId: t.line }} ids={{ lineId: 'give-back-line' }} />
        <input type="hidden" name="intent" value="giveBack" />
        <RadioField name="lineId" id="give-back-line" label={t.line} options={lines} defaultValue={typed.lineId} />
        <TextField
          name="seats"
          label={t.seats}
          inputMode="numeric"
          dir="ltr"
          defaultValue={typed.seats}
          errors={failure?.fields.seats}
          required
        />
        <div>
          <SubmitButton variant="quiet">{t.submit}</SubmitButton>
        </div>
      </Form>
    </details>
  )
}

const openIn = ({ seats }: Quotation, line: number) =>
  seats.filter(({ lineId, state }) => lineId === line && state === 'open').length

function Names({ lines, answer }: { lines: { value: string; label: string }[]; answer: FormAnswer }) {
  const { names: t } = useTexts('quotation')
  const { failure, typed } = refusedForm(answer, 'names')
  return (
    <Card as="section" aria-labelledby="names-title">
      <h2 id="names-title">{t.title}</h2>
      <p className={styles.lead}>{t.lead}</p>
      <Form
        method="post"
        encType="multipart/form-data"
        className={styles.form}
        noValidate
        preventScrollReset
        key={lines.map(({ label }) => label).join()}
      >
        <FormErrors failure={failure} labels={{ names: t.list, file: t.file, lineId: t.line }} />
        <input type="hidden" name="intent" value="names" />
        <RadioField
          name="lineId"
          label={t.line}
          options={lines}
          defaultValue={typed.lineId}
          errors={failure?.fields.lineId}
        />
        <TextAreaField
          name="names"
          label={t.list}
          hint={t.hint}
          defaultValue={typed.names}
          errors={failure?.fields.names}
          rows={8}
          dir="auto"
        />
        <TextField
          name="file"
          type="file"
          label={t.file}
          hint={t.fileHint}
          accept=".xlsx,.csv,text/csv"
          errors={failure?.fields.file}
        />
        <div>
          <SubmitButton>{t.submit}</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}

/** The chargebacks of an order or of a company’s purchase: their deadline, what was done, and how they ended. */

import { formatFileSize } from '../../locales/file-size.ts'
import { formatDay, formatMoney } from '../../locales/format.ts'
import { separatorOf } from '../../locales/lang.ts'
import { useLang } from '../../locales/texts.tsx'
import type { PageRequest } from '../../request-context.ts'
import { Money } from '../../ui/content/money.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../ui/fields/text-area-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useDeskTexts } from '../texts.tsx'
import { Command, Commands, useCommandField } from '../ui/command.tsx'
import { Moment } from '../ui/moment.tsx'
import { Facts, Panel } from '../ui/panel.tsx'
import styles from './cases.module.css'

type Chargeback = Awaited<ReturnType<PageRequest['api']['chargebacks']['chargebacks']>>['items'][number]

const TONES = { open: 'clay', answered: 'sand', won: 'mint', lost: 'deep' } as const

export function Cases({ cases = [], mayDecide }: { cases: Chargeback[] | undefined; mayDecide: boolean }) {
  const t = useDeskTexts('chargebacks')
  if (cases.length === 0) return null
  return (
    <Panel title={t.title}>
      {cases.map((one) => (
        <OneCase key={one.id} one={one} mayDecide={mayDecide} />
      ))}
    </Panel>
  )
}

function OneCase({ one, mayDecide }: { one: Chargeback; mayDecide: boolean }) {
  const t = useDeskTexts('chargebacks')
  const lang = useLang()
  const isOpen = one.status === 'open' || one.status === 'answered'
  return (
    <div className={styles.one}>
      <p>
        <Badge tone={TONES[one.status]}>{t.statuses[one.status]}</Badge> <Money halalas={one.amountHalalas} exact />
      </p>
      <Facts
        facts={[
          [t.due, isOpen ? (one.dueOn ? formatDay(one.dueOn, lang) : t.unknownDue) : null],
          [t.reason, <bdi key="reason">{one.reason}</bdi>],
          [
            t.reference,
            one.reference ? (
              <bdi key="reference" dir="ltr">
                {one.reference}
              </bdi>
            ) : null,
          ],
          [t.created, <Moment key="at" iso={one.createdAt} />],
          [t.seat, one.keepsSeat === null ? null : t.seats[one.keepsSeat ? 'keep' : 'cancel']],
        ]}
      />
      {one.notes.length > 0 ? (
        <ul aria-label={t.notes}>
          {one.notes.map(({ kind, note, by, at, file }) => (
            <li key={at}>
              {t.kinds[kind]} · <Moment iso={at} />
              {by ? (
                <>
                  {' '}
                  · <bdi>{by}</bdi>
                </>
              ) : null}
              <br />
              <bdi>{note}</bdi>
              {file ? <EvidenceFile file={file} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {isOpen ? (
        <Commands>
          <Write one={one} />
          {mayDecide ? <Decide one={one} outcome="won" /> : null}
          {mayDecide ? <Decide one={one} outcome="lost" /> : null}
        </Commands>
      ) : null}
    </div>
  )
}

function EvidenceFile({ file: { name, size, address } }: { file: NonNullable<Chargeback['notes'][number]['file']> }) {
  const t = useDeskTexts('chargebacks')
  const lang = useLang()
  return (
    <div>
      <a href={address} target="_blank" rel="noreferrer" className={styles.file}>
        <Icon name="document" size={18} />
        <span>
          {t.openFile} (<bdi>{name}</bdi>
          {separatorOf(lang)}
          <bdi>{formatFileSize(size, lang)}</bdi>)
        </span>
      </a>
    </div>
  )
}

type Disputable = { leftHalalas: number; attemptId?: string; reference?: string }

/** @param payments by card that no open case is about; those of a company have a number */
export function RecordChargeback({ payments }: { payments: Disputable[] }) {
  const t = useDeskTexts('chargebacks')
  const lang = useLang()
  const field = useCommandField('chargeback')
  const [payment, ...others] = payments
  if (!payment) return null
  const left = (one: Disputable) => formatMoney(one.leftHalalas, lang)
  const choices = payments.map((one) => ({ value: one.attemptId ?? '', label: `${left(one)} · ${one.reference}` }))
  return (
    <Commands>
      <Command
        intent="chargeback"
        title={t.record.title}
        happens={others.length > 0 ? t.record.happensToOne : t.record.happens(left(payment))}
        submit={t.record.submit}
        labels={{
          dueOn: t.due,
          reason: t.reason,
          amountHalalas: t.record.amount,
          reference: t.reference,
          attemptId: t.record.payment,
        }}
        hidden={payment.attemptId && others.length === 0 ? { attemptId: payment.attemptId } : {}}
      >
        {others.length > 0 ? (
          <SelectField {...field('attemptId')} label={t.record.payment} options={choices} required />
        ) : null}
        <TextField {...field('dueOn')} type="date" label={t.due} hint={t.record.dueHint} required />
        <TextField
          {...field('amountHalalas')}
          label={t.record.amount}
          hint={t.record.amountHint}
          inputMode="decimal"
          dir="ltr"
        />
        <TextField {...field('reference')} label={t.reference} dir="ltr" />
        <TextAreaField {...field('reason')} label={t.reason} rows={2} required />
      </Command>
    </Commands>
  )
}

function Write({ one: { id } }: { one: Chargeback }) {
  const t = useDeskTexts('chargebacks')
  const field = useCommandField('chargebackNote', `note-${id}`)
  const kinds = (['evidence', 'note'] as const).map((value) => ({ value, label: t.kinds[value] }))
  return (
    <Command
      intent="chargebackNote"
      id={`note-${id}`}
      title={t.write.title}
      happens={t.write.happens}
      submit={t.write.submit}
      hidden={{ chargebackId: id }}
      labels={{ kind: t.write.kind, note: t.write.note, dueOn: t.due, file: t.write.file }}
      takesFile
    >
      <SelectField {...field('kind')} label={t.write.kind} options={kinds} />
      <TextAreaField {...field('note')} label={t.write.note} rows={3} required />
      <TextField {...field('dueOn')} type="date" label={t.due} hint={t.write.dueHint} />
      <TextField
        {...field('file')}
        type="file"
        label={t.write.file}
        hint={t.write.fileHint}
        accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
      />
    </Command>
  )
}

function Decide({ one: { id, amountHalalas, quote }, outcome }: { one: Chargeback; outcome: 'won' | 'lost' }) {
  const t = useDeskTexts('chargebacks')
  const lang = useLang()
  const intent = outcome === 'won' ? 'chargebackWon' : 'chargebackLost'
  const field = useCommandField(intent, `${outcome}-${id}`)
  const lost = quote ? t.decide.lost.happensToCompany : t.decide.lost.happens
  const happens = outcome === 'won' ? t.decide.won.happens : lost(formatMoney(amountHalalas, lang))
  const seats = [
    { value: '', label: '—' },
    ...(['keep', 'cancel'] as const).map((value) => ({ value, label: t.seats[value] })),
  ]
  return (
    <Command
      intent={intent}
      id={`${outcome}-${id}`}
      title={t.decide[outcome].title}
      happens={happens}
      submit={t.decide[outcome].submit}
      hidden={{ chargebackId: id }}
      labels={{ seat: t.seat, reason: t.decide.reason }}
    >
      {outcome === 'lost' && !quote ? <SelectField {...field('seat')} label={t.seat} options={seats} required /> : null}
      <TextAreaField {...field('reason')} label={t.decide.reason} rows={2} required />
    </Command>
  )
}

/** What is mended of a quote and its purchase, each with what will happen. */
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, useCommandField } from '../../../desk/ui/command.tsx'
import { formatMoney } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Quote } from '../desk-contract.ts'

export function ChangeContact({ quote: { contact, state } }: { quote: Quote }) {
  const { changeContact: t } = useDeskTexts('quotes')
  const field = useCommandField('contact')
  const withDefault = (name: 'name' | 'email' | 'phone') => {
    const { defaultValue = contact[name] ?? '', ...typed } = field(name)
    return { ...typed, defaultValue, label: t[name] }
  }
  return (
    <Command
      intent="contact"
      title={t.title}
      happens={state === 'draft' ? t.happensToDraft : t.happens}
      submit={t.submit}
      labels={{ name: t.name, email: t.email, phone: t.phone }}
    >
      <TextField {...withDefault('name')} dir="auto" autoComplete="off" required />
      <TextField {...withDefault('email')} type="email" dir="ltr" autoComplete="off" required />
      <TextField {...withDefault('phone')} type="tel" autoComplete="off" />
    </Command>
  )
}

/** Of a purchase with a thousand seats, too: the seat is chosen by its person. */
export function SeatNames({ seats }: { seats: Quote['seats'] }) {
  const { seatName: t } = useDeskTexts('quotes')
  const rename = useCommandField('renameSeat')
  const takeOff = useCommandField('takeNameOff')
  const options = seats.flatMap(({ id, state, person }) =>
    state === 'named' && person ? [{ value: String(id), label: `${person.name} (${person.email})` }] : [],
  )
  if (options.length === 0) return null
  return (
    <>
      <Command
        intent="renameSeat"
        title={t.title}
        happens={t.happens}
        submit={t.submit}
        labels={{ seatId: t.seat, name: t.name, email: t.email }}
      >
        <SelectField {...rename('seatId')} label={t.seat} options={options} required />
        <TextField {...rename('name')} label={t.name} dir="auto" autoComplete="off" required />
        <TextField {...rename('email')} label={t.email} type="email" dir="ltr" autoComplete="off" required />
      </Command>
      <Command
        intent="takeNameOff"
        title={t.off}
        happens={t.offHappens}
        submit={t.offSubmit}
        labels={{ seatId: t.seat }}
      >
        <SelectField {...takeOff('seatId')} label={t.seat} options={options} required />
      </Command>
    </>
  )
}

export function UndoPayments({ payments }: { payments: Quote['payments'] }) {
  return payments.map((payment) => (payment.canUndo ? <UndoPayment key={payment.id} payment={payment} /> : null))
}

function UndoPayment({ payment }: { payment: Quote['payments'][number] }) {
  const { undoPayment: t } = useDeskTexts('quotes')
  const lang = useLang()
  const id = `undo-payment-${payment.id}`
  const field = useCommandField('undoPayment', id)
  return (
    <Command
      intent="undoPayment"
      id={id}
      hidden={{ paymentId: String(payment.id) }}
      title={t.title(formatMoney(payment.amountHalalas, lang), payment.reference)}
      happens={t.happens}
      submit={t.submit}
      labels={{ reason: t.reason }}
    >
      <TextField {...field('reason')} label={t.reason} dir="auto" required />
    </Command>
  )
}

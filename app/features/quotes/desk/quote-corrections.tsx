/** What is mended of a quote and its purchase, each with what will happen. */
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, useCommandField } from '../../../desk/ui/command.tsx'
import { formatMoney } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Quote } from '../desk-contract.ts'

export function ChangeContact({ quote: { contact, state } }: { quote: Quote }) {
  const { changeContact: t } = useDeskTexts('quotes')
  return (
    <Command
      intent="contact"
      title={t.title}
      happens={state === 'draft' ? t.happensToDraft : t.happens}
      submit={t.submit}
      labels={{ name: t.name, email: t.email }}
    >
      <PersonFields intent="contact" id="contact" person={contact} labels={t} />
    </Command>
  )
}

type Person = { name: string; email: string }

function PersonFields({ intent, id, person, labels }: { intent: string; id: string; person: Person; labels: Person }) {
  const field = useCommandField(intent, id)
  const withDefault = (name: keyof Person) => {
    const { defaultValue = person[name], ...typed } = field(name)
    return { ...typed, defaultValue, label: labels[name] }
  }
  return (
    <>
      <TextField {...withDefault('name')} dir="auto" autoComplete="off" required />
      <TextField {...withDefault('email')} type="email" dir="ltr" autoComplete="off" required />
    </>
  )
}

/** Seats that are meant for somebody and that nobody has used. */
export function SeatNames({ seats }: { seats: Quote['seats'] }) {
  const { seatName: t } = useDeskTexts('quotes')
  return seats.map(({ id: seatId, state, person }) => {
    if (state !== 'named' || !person) return null
    const id = `seat-${seatId}`
    const hidden = { seatId: String(seatId) }
    return (
      <div key={seatId}>
        <Command
          intent="renameSeat"
          id={id}
          hidden={hidden}
          title={t.title(person.name)}
          happens={t.happens}
          submit={t.submit}
          labels={{ name: t.name, email: t.email }}
        >
          <PersonFields intent="renameSeat" id={id} person={person} labels={t} />
        </Command>
        <Command
          intent="takeNameOff"
          id={`${id}-off`}
          hidden={hidden}
          title={t.off(person.name)}
          happens={t.offHappens}
          submit={t.offSubmit}
        />
      </div>
    )
  })
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

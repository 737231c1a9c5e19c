/** What the forms of chargebacks do, on the page of an order and on that of a company's quote. */

import type { PageRequest } from '../../request-context.ts'
import { halalasIn } from '../riyals.ts'

type Perform<Id> = (api: PageRequest['api'], id: Id, form: FormData, files: PageRequest['files']) => Promise<string>

const text = (form: FormData, name: string) => String(form.get(name) ?? '')

/** The facts of a new case. */
export function factsIn(form: FormData) {
  const [dueOn, reference, reason] = ['dueOn', 'reference', 'reason'].map((name) => text(form, name))
  return { amountHalalas: halalasIn(form.get('amountHalalas')), dueOn, reference, reason }
}

/** Each answers what was done, a key of the texts' `done`. */
export const caseIntents = {
  chargebackNote: async (api, _id, form, files) => {
    const file = files.get('file')
    const [kind, note, dueOn] = ['kind', 'note', 'dueOn'].map((name) => text(form, name))
    await api.chargebacks.noteChargeback({ id: text(form, 'chargebackId'), kind, note, dueOn, file } as never)
    return 'chargeback.noted'
  },
  chargebackWon: async (api, _id, form) => {
    const id = text(form, 'chargebackId')
    await api.chargebacks.decideChargeback({ id, outcome: 'won', reason: text(form, 'reason') })
    return 'chargeback.won'
  },
  chargebackLost: async (api, _id, form) => {
    const [id, seat, reason] = ['chargebackId', 'seat', 'reason'].map((name) => text(form, name))
    await api.chargebacks.decideChargeback({ id, outcome: 'lost', seat: seat || undefined, reason } as never)
    return 'chargeback.lost'
  },
} satisfies Record<string, Perform<unknown>>

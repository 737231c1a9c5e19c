/** Files of the bank and of the payment company, which Finance reads: one payout that arrived, one that is on its way. */
import { sandboxPayments } from '../../features/demonstration/queries.server.ts'
import { finishConnections } from '../../features/e-invoicing/connecting.server.ts'
import { dayOf } from '../../platform/days.ts'
import type { Stage } from './stage.server.ts'
import type { Story } from './story.ts'

const PERCENT = 2.5
const FIXED_HALALAS = 100
const REPORT_HEADER = 'Date,Type,ID,Description,Scheme,Amount,Fee,VAT,Net,Settlement ID'
/** Documents of more than a day ago would be too late. */
const CONNECTED_MINUTES_AGO = 20 * 60
/** The one that the simulated authority accepts. */
const SIMULATED_OTP = '123456'
const STATEMENT_HEADER = 'Date,Description,Amount,Reference'

export function books(story: Story) {
  story.at(-16, '09:50', async (stage, at) => {
    const { setPayoutTerms } = stage.staff('finance', at).payouts
    await setPayoutTerms({ provider: 'sandbox', scheme: 'card', percent: String(PERCENT), fixedHalalas: FIXED_HALALAS })
  })
  let arriving: { id: string; netHalalas: number } | undefined
  story.at(-11, '10:05', async (stage, at) => {
    const [payout] = await readReport(stage, at, { from: -60, until: -12, reference: 'ST-1041' })
    arriving = payout
  })
  // What was agreed is not what was taken, and a payment that we do not know: somebody has to ask.
  story.at(-4, '10:20', async (stage, at) => {
    await readReport(stage, at, { from: -12, until: -5, reference: 'ST-1042', isWrong: true })
  })
  story.at(-9, '12:40', async (stage, at) => {
    if (!arriving) return
    const { bankStatements, payouts } = stage.staff('finance', at)
    const day = stage.day(-10)
    await bankStatements.importStatement(
      file('statement-1.csv', STATEMENT_HEADER, [
        `${day},Settlement ST-1041,${riyals(arriving.netHalalas)},FT26A1`,
        `${day},رسوم خدمة الحساب,-34.50,FT26A2`,
      ]),
    )
    const { proposals } = await payouts.payout({ id: arriving.id })
    await payouts.matchPayout({ id: arriving.id, lineId: proposals[0]!.id })
  })
  // Two banks take back what a card paid: one was answered with evidence, one waits for its answer.
  story.at(-8, '11:15', async (stage, at) => {
    const paid = await sandboxPayments(stage.services.db, stage.at(-60, '00:00'), stage.at(-20, '00:00'))
    const [answered, waiting] = paid.filter(({ isKept }) => isKept)
    const { chargebacks } = stage.staff('finance', at)
    if (answered) {
      const reason = 'يقول حامل البطاقة إنه لم يحضر الدورة.'
      const { id } = await chargebacks.recordChargeback({ id: answered.orderId, reason, dueOn: stage.day(4) })
      const note = 'أرسلنا سجل الحضور والشروط التي وافق عليها عند الطلب.'
      await chargebacks.noteChargeback({ id, kind: 'evidence', note })
    }
    if (waiting)
      await chargebacks.recordChargeback({
        ...{ id: waiting.orderId, reason: 'عملية لا يعرفها حامل البطاقة.', dueOn: stage.day(6) },
      })
  })
  // What is issued from now on goes to the simulated tax authority.
  story.ago(CONNECTED_MINUTES_AGO, async (stage, at) => {
    await stage.staff('owner', at).eInvoicing.connect({
      ...{ environment: 'sandbox', otp: SIMULATED_OTP },
      ...{ name: 'maahad-riyadh-1', branch: 'الرياض', industry: 'التدريب' },
    })
    await finishConnections(stage.services)
  })
  // A transfer that nobody has compared yet.
  story.ago(50, async (stage, at) => {
    const finance = stage.staff('finance', at)
    const { items } = await finance.transfers.transfersToCheck({} as never)
    const [waiting] = items
    if (!waiting) return
    const day = dayOf(at)
    await finance.bankStatements.importStatement(
      file('statement-2.csv', STATEMENT_HEADER, [
        `${day},حوالة واردة ${waiting.reference} ${waiting.learner?.name ?? ''},${riyals(waiting.totalHalalas)},FT26B1`,
        `${day},حوالة واردة من حساب شخصي,300.00,FT26B2`,
      ]),
    )
  })
}

type Report = { from: number; until: number; reference: string; isWrong?: boolean }

/** The payments of these days as the payment company reports them. */
async function readReport(stage: Stage, at: Date, { from, until, reference, isWrong = false }: Report) {
  const paid = await sandboxPayments(stage.services.db, stage.at(from, '00:00'), stage.at(until, '00:00'))
  const row = (day: string, type: string, id: string, order: string, amountHalalas: number, feeHalalas: number) => {
    const vat = Math.round(feeHalalas * 0.15)
    const amounts = [amountHalalas, feeHalalas, vat, amountHalalas - feeHalalas - vat].map(riyals)
    return [day, type, id, order, 'visa', ...amounts, reference].join(',')
  }
  const rows = paid.map(({ paidAt, reference: id, order, amountHalalas }, place) => {
    const fee = Math.round((amountHalalas * PERCENT) / 100) + FIXED_HALALAS
    return row(dayOf(paidAt), 'payment', id, order, amountHalalas, isWrong && place === 0 ? fee + 500 : fee)
  })
  if (isWrong) rows.push(row(stage.day(until - 1), 'payment', 'pay_7Qm2', '', 450_00, 12_25))
  const read = await stage.staff('finance', at).payouts.importPayouts(file(`${reference}.csv`, REPORT_HEADER, rows))
  const { payouts } = stage.staff('finance', at)
  return Promise.all(read.payouts.map(({ id }) => payouts.payout({ id })))
}

const riyals = (halalas: number) => (halalas / 100).toFixed(2)

const file = (name: string, header: string, rows: string[]) => ({
  file: new File([[header, ...rows].join('\n')], name, { type: 'text/csv' }),
})

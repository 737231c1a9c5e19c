import { payouts } from '../payouts.ts'

/** The file in which staff download the lines of a payout. */
export const payoutExport = {
  fileName: 'payout',
  title: payouts.payout,
  columns: {
    ...{ day: payouts.day, kind: payouts.kind, state: payouts.state, reference: payouts.line, order: payouts.order },
    ...{ scheme: payouts.terms.scheme, amount: payouts.amount, fee: payouts.fee, feeVat: payouts.feeVat },
    ...{ net: payouts.net, ours: payouts.ours, expectedFee: payouts.expectedFee },
  },
  kinds: payouts.kinds,
  states: payouts.states,
}

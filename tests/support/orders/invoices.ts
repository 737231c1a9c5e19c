/** Helpers for tests of invoices: the institute and a completed refund. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../../app/platform/database/database.server.ts'
import type { Institute } from '../../../db/shapes.ts'

const INSTITUTE: Institute = {
  name: { ar: 'معهد', en: 'Maahad' },
  legalName: { ar: 'شركة معهد للتدريب المحدودة', en: 'Maahad Training Company Ltd' },
  tagline: { ar: 'تعلّم', en: 'Learn' },
  ...{ phone: '+966 11 000 0000', whatsapp: '+966 50 000 0000', email: 'info@maahad.example' },
  address: { ar: 'حي الملقا، الرياض 13521', en: 'Al-Malqa, Riyadh 13521' },
  commercialRegistration: '1010987650',
  vatNumber: '310098765000003',
  licence: { ar: 'ترخيص', en: 'Licence' },
  vatRatePercent: 15,
  social: [],
  stores: { ios: 'https://example.com', android: 'https://example.com' },
}

/** Creates the institute, without which no invoice is issued. */
export async function institute(db: Database, facts: Partial<Institute> = {}): Promise<void> {
  const data = JSON.stringify({ ...INSTITUTE, ...facts })
  await db
    .insertInto('institute')
    .values({ data, loaded_on: '2026-01-01' })
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet({ data }))
    .execute()
}

/** A completed refund. @param facts `boughtNothing`: of a duplicate payment */
export async function doneRefund(
  db: Database,
  facts: { orderId: string; userId: number; amountHalalas: number; reason?: string; boughtNothing?: true },
): Promise<string> {
  const id = randomUUID()
  const now = new Date()
  await db
    .insertInto('refunds')
    .values({
      ...{
        id,
        order_id: facts.orderId,
        amount_halalas: facts.amountHalalas,
        status: 'done',
        of_seat: !facts.boughtNothing,
      },
      ...{ reason: facts.reason ?? 'ظرف طارئ', requested_by: facts.userId },
      ...{ requested_at: now, decided_at: now, done_at: now },
    })
    .execute()
  if (!facts.boughtNothing)
    await db
      .updateTable('orders')
      .set((row) => ({ refunded_halalas: row('refunded_halalas', '+', facts.amountHalalas) }))
      .where('id', '=', facts.orderId)
      .execute()
  return id
}

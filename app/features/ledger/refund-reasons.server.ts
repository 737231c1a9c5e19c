/** Reasons of automatic refunds, in the language of the order: they are printed on credit notes. */
import { ordersRecords as ar } from '../../locales/ar/orders-records.ts'
import { ordersRecords as en } from '../../locales/en/orders-records.ts'
import { isLang, type Lang } from '../../locales/lang.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { UselessBecause } from '../orders/transition-queries.server.ts'
import { findOrderLang } from './refund-queries.server.ts'

const TEXTS = { ar, en }

async function langOf(db: Database, orderId: string): Promise<Lang> {
  const lang = await findOrderLang(db, orderId)
  return isLang(lang) ? lang : 'ar'
}

/** Why a payment that bought no seat is refunded. */
export async function dueRefundReason(db: Database, orderId: string, because: UselessBecause): Promise<string> {
  return TEXTS[await langOf(db, orderId)].refundReasons[because]
}

/** For a refund that the institute made in the provider's dashboard. */
export async function externalRefundReason(db: Database, orderId: string): Promise<string> {
  return TEXTS[await langOf(db, orderId)].refundReasons.elsewhere
}

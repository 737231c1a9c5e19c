/** An enquiry that waits for staff, without the form and its mails. */

import type { Database } from '../../app/platform/database/database.server.ts'
import { DAY_MS, MINUTE_MS } from '../../app/platform/durations.ts'

/** Enquiries of a test come one after the other, whatever the clock says. */
let received = Date.now() - DAY_MS

export async function waitingEnquiry(db: Database, assigneeId: number | null, kind = 'contact'): Promise<string> {
  received += MINUTE_MS
  const now = new Date(received)
  const reference = `C-${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  await db
    .insertInto('leads')
    .values({
      ...{ reference, kind, lang: 'ar', name: 'ليلى', email: 'layla@example.com', phone: null, fields: '{}' },
      ...{ created_at: now, updated_at: now, erase_at: now, assignee_id: assigneeId },
    })
    .execute()
  return reference
}

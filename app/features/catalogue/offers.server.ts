/** What is offered changes with time: dates pass, unpaid orders end. A job keeps the stored offers up to date. */
import type { Services } from '../../platform/context.server.ts'
import { refreshStaleOffers, sumUpCells } from './offer-queries.server.ts'

/** A batch takes well below a second, during which orders of its courses wait. */
const BATCH = 200

/** Until then, whoever asks computes these offers anew: what is shown is right all the time. */
export async function refreshOffers({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  while ((await refreshStaleOffers(db, BATCH, now())) === BATCH);
  await sumUpCells(db)
}

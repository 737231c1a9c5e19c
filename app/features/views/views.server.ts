/** Lets what is older than the days that count go out of trending, once a day. */
import type { Services } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { heatOf, WINDOW_DAYS, weightOfViews } from './heat.ts'
import { findCooling, forgetViews, type Subject, setHeat } from './queries.server.ts'

export async function coolDown({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const at = now()
  const since = new Date(at.getTime() - WINDOW_DAYS * DAY_MS)
  await db.transaction().execute(async (tx) => {
    const cooling = await findCooling(tx, since)
    for (const kind of ['post', 'article'] as const)
      await setHeat(
        tx,
        kind,
        cooling.filter((one) => one.kind === kind).map((one) => ({ id: one.id, heat: heatNow(one, at) })),
      )
    await forgetViews(tx, since)
  })
}

/** What nobody touches any more is as warm as the day on which it was published. */
function heatNow({ published, comments, views }: Subject, now: Date): number {
  const events = [published, ...comments].map((at) => ({ at, weight: 1 }))
  const seen = views.map(({ at, count }) => ({ at, weight: weightOfViews(count) }))
  return heatOf([...events, ...seen], now) ?? heatOf([{ at: published, weight: 1 }], published)!
}

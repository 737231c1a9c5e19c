/** Removes events outside of the window from the trending scores, once a day. */
import type { Services } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { deleteOldViews, findDecaying, type Subject, saveScores } from './queries.server.ts'
import { trendingScore, WINDOW_DAYS, weightOfViews } from './trending-score.ts'

export async function decayScores({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const at = now()
  const since = new Date(at.getTime() - WINDOW_DAYS * DAY_MS)
  await db.transaction().execute(async (tx) => {
    const decaying = await findDecaying(tx, since)
    for (const kind of ['post', 'article'] as const)
      await saveScores(
        tx,
        kind,
        decaying
          .filter((subject) => subject.kind === kind)
          .map((subject) => ({ id: subject.id, score: scoreNow(subject, at) })),
      )
    await deleteOldViews(tx, since)
  })
}

/** Without events in the window, the score is that of the publication. */
function scoreNow({ published, comments, views }: Subject, now: Date): number {
  const events = [published, ...comments].map((at) => ({ at, weight: 1 }))
  const seen = views.map(({ at, count }) => ({ at, weight: weightOfViews(count) }))
  return trendingScore([...events, ...seen], now) ?? trendingScore([{ at: published, weight: 1 }], published)!
}

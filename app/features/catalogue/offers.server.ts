/** What is offered changes with time: dates pass, unpaid orders end. A job keeps the stored offers up to date. */
import type { Services } from '../../platform/context.server.ts'
import {
  fillRuns,
  indexWaitingArticles,
  indexWaitingCourses,
  mendChangeMarks,
  refreshStaleOffers,
  sumUpChanges,
} from './offer-queries.server.ts'

/** A batch takes well below a second, during which orders of its courses wait. */
const BATCH = 200

/** Until then, whoever asks computes these offers anew: what is shown is right all the time. */
export async function refreshOffers({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await mendChangeMarks(db)
  while ((await refreshStaleOffers(db, BATCH, now())) === BATCH);
  while ((await fillRuns(db, BATCH, now())) === BATCH);
  await sumUpChanges(db)
}

/** Each course takes up to 60 ms, so a batch takes a second or two, and a run less than the minute until the next. */
const INDEXED_AT_ONCE = 25
const MAX_BATCHES = 20

/** Applies what staff changed of synonyms and names to the search terms of the courses and articles concerned. */
export async function indexCourses({ db }: Pick<Services, 'db'>): Promise<void> {
  const work = async (index: typeof indexWaitingCourses) => {
    for (let batch = 0; batch < MAX_BATCHES; batch++) if ((await index(db, INDEXED_AT_ONCE)) < INDEXED_AT_ONCE) return
  }
  await work(indexWaitingCourses)
  await work(indexWaitingArticles)
}

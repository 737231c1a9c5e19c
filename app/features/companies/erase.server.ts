/** The job of each night: ends the storage of companies' contacts and of employees whom they named. */
import type { Services } from '../../platform/context.server.ts'
import { eraseOldContacts, eraseOldNames, eraseOldQuoteContacts } from './erase-queries.server.ts'

export async function eraseOldCompanyPeople({ db, now, log }: Pick<Services, 'db' | 'now' | 'log'>): Promise<void> {
  const names = await eraseOldNames(db, now())
  const quotes = await eraseOldQuoteContacts(db, now())
  const contacts = await eraseOldContacts(db, now())
  if (names + quotes + contacts > 0) log.info({ names, quotes, contacts }, 'people of companies were erased')
}

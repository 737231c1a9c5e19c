import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { UNNAMED_INSTITUTE } from '../../locales/unnamed-institute.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import type { NoteKind } from '../mail-notes/mail-notes.ts'
import { findInstitute } from './queries.server.ts'

/** The institute's name and contact details for a mail's header and footer; only the name before content is loaded. */
export async function emailFooter(db: Database, lang: Lang): Promise<[name: string, ...reach: string[]]> {
  const institute = await findInstitute(db)
  if (!institute) return [UNNAMED_INSTITUTE[lang]]
  return [inLang(institute.name, lang), inLang(institute.address, lang), institute.email]
}

/** Where the institute reads mails; undefined before it is set up. */
export async function institutesAddress(db: Database): Promise<string | undefined> {
  return (await findInstitute(db))?.email
}

/** The institute's name, for mails, messages and authenticator apps; the product's until the institute is set up. */
export async function instituteName(db: Database, lang: Lang): Promise<string> {
  return (await emailFooter(db, lang))[0]
}

/** The days on which the institute answers, and how soon; undefined before it is set up. */
export async function promisesOf(db: Database) {
  return findInstitute(db)
}

/** The institute's address for a kind of enquiry; before content is loaded, the sender's address of mails. */
export async function mailboxOf(db: Database, settings: Pick<Settings, 'mailFrom'>, kind: string): Promise<string> {
  const institute = await findInstitute(db)
  return institute?.mailboxes?.[kind] ?? institute?.email ?? settings.mailFrom.replace(/^.*<|>.*$/g, '')
}

/** What the institute adds to a mail in its language; undefined when it adds nothing. */
export async function mailNote(db: Database, kind: NoteKind, lang: Lang): Promise<string | undefined> {
  return (await findInstitute(db))?.mailNotes?.[kind]?.[lang]
}

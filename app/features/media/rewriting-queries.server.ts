/** Other addresses of pictures in records that no feature of the desk edits, and in drafts. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.server.ts'

type Rewrite = { record: string; from: string; to: string }

/** Which columns name addresses, and the key of a record. Drafts hold them within JSON. */
const STATEMENTS = {
  organisation: ({ record, from, to }: Rewrite) => sql`
    update organisations set logo = replace(logo, ${from}, ${to}) where kind || ':' || key = ${record}`,
  review: ({ record, from, to }: Rewrite) => sql`
    update reviews set user_picture = replace(user_picture, ${from}, ${to}) where id = ${Number(record)}`,
  author: ({ record, from, to }: Rewrite) => sql`
    update authors set picture = replace(picture, ${from}, ${to}) where id = ${Number(record)}`,
  draft: ({ record, from, to }: Rewrite) => sql`
    update drafts set changes = replace(changes::text, ${from}, ${to})::jsonb where kind || ':' || key = ${record}`,
} as const

export type Rewritten = keyof typeof STATEMENTS

export async function rewrite(tx: Tx, source: Rewritten, change: Rewrite): Promise<void> {
  await STATEMENTS[source](change).execute(tx)
}

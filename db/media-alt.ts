/** What the media library says of a picture. */
import { type RawBuilder, sql } from 'kysely'
import type { Localized } from './shapes.ts'

/** The alternative text of a picture by its address: of a part that was cut, that of the whole. */
export const libraryAlt = (address: string): RawBuilder<Localized | null> => sql`(
  select coalesce(whole.alt, media.alt) from media left join media as whole on whole.id = media.cut_from
  where media.address = ${sql.ref(address)})`

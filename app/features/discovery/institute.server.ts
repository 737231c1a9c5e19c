import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { UNNAMED_INSTITUTE } from '../../locales/unnamed-institute.ts'
import type { Services } from '../../platform/context.server.ts'
import { sharedInstitute } from './queries.server.ts'

/** The institute's name and promise; before content is loaded, only the product's name. */
export async function institute({ db }: Pick<Services, 'db'>, lang: Lang): Promise<{ name: string; tagline: string }> {
  const data = await sharedInstitute(db)
  if (!data) return { name: UNNAMED_INSTITUTE[lang], tagline: '' }
  return { name: inLang(data.name, lang), tagline: inLang(data.tagline, lang) }
}

import { Problem } from '../../api/problem.ts'
import { textsIn } from '../../locales/texts.tsx'
import type { FormFailure, PageRequest } from '../../request-context.ts'

/** The refused deletion, when its box was not ticked. Names all that is missing at once; an account without a password proves itself in another way. */
export async function unsure(page: PageRequest, isBlank: boolean): Promise<FormFailure> {
  const lacksPassword = isBlank && (await page.api.profile.profile({})).hasPassword
  const failure = page.describe(new Problem('validation', {}, lacksPassword ? { password: ['required'] } : {}))!
  return { ...failure, fields: { ...failure.fields, sure: [textsIn(page.lang).profile.data.delete.unsure] } }
}

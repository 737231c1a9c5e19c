import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { learner } from '../../tests/support/factories.ts'
import { companiesOfSender } from './company-of-sender.ts'

let app: TestApp
let api: ReturnType<typeof apiAs>['companies']
beforeAll(async () => {
  app = await startTestApp()
  api = apiAs(app, await learner(app.db, { roles: ['Finance'] })).companies
  const contact = { name: 'والي', email: 'wali@ufuq.example', phone: '', jobTitle: '', isPrimary: 'true' }
  await api.createCompany({ name: { ar: 'شركة أفق' }, notes: '', contact } as never)
})
afterAll(() => app.stop())

const found = async (email: string, institution = '') => {
  const { items, chosen } = await companiesOfSender(api, { email, institution })
  return [items.length, chosen?.name.ar]
}

it('a quote begins only with a company that has a contact of exactly the sender’s address', async () => {
  expect(await found('Wali@ufuq.example')).toEqual([1, 'شركة أفق'])
  // Found by a part of it, or by its name: shown to choose from.
  expect(await found('ali@ufuq.example')).toEqual([1, undefined])
  expect(await found('sara@other.example', 'أفق')).toEqual([1, undefined])
  expect(await found('sara@other.example', 'غيرها')).toEqual([0, undefined])
})

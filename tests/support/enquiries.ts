/** Enquiries as a visitor sends them, and as they are kept. */
import type { TestApp } from './app.ts'
import { learner } from './factories.ts'
import { tokenOf } from './signed-in.ts'

export const MESSAGE = {
  name: 'سارة القحطاني',
  email: 'sara@visitor.example',
  phone: '٠٥٥ ١٢٣ ٤٥٦٧',
  subject: '١',
  message: 'متى تبدأ الدورة القادمة؟\n\nشكرًا لكم.',
}

/** @param running the product, once it runs */
export function enquiries(running: () => TestApp) {
  return {
    send: (body: object, path = 'Contact', headers: Record<string, string> = {}) =>
      running().call<{ reference: string; token: string }>('POST', path, { body, lang: 'ar', headers }),
    saved: (reference: string) =>
      running().db.selectFrom('leads').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow(),
    count: async () => {
      const all = running()
        .db.selectFrom('leads')
        .select((eb) => eb.fn.countAll().as('n'))
      return Number((await all.executeTakeFirstOrThrow()).n)
    },
    staffToken: async () => tokenOf(running(), await learner(running().db, { roles: ['Admin'] })),
  }
}

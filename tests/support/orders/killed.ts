/** Services of a process that is killed at a chosen moment: from then on it can do nothing more. */
import type { Services } from '../../../app/platform/context.server.ts'
import type { Database } from '../../../app/platform/database/database.server.ts'

/** `commit`: right after the commit, `rollback`: right before it, `sent`: after the provider has sent the money. */
export type Moment = { at: 'commit' | 'rollback' | 'sent'; after: number }

class Killed extends Error {}

/** @param moment counted from the beginning; none: the process is not killed */
export function killedAt(services: Services, moment: Moment | undefined): Services {
  let [isDead, transactions, refunds] = [false, 0, 0]
  const die = () => {
    isDead = true
    throw new Killed('killed')
  }
  const transaction = () => ({
    execute: async <T>(work: Parameters<ReturnType<Database['transaction']>['execute']>[0]): Promise<T> => {
      const isLast = ++transactions === moment?.after
      const done = await services.db.transaction().execute(async (tx) => {
        const result = await work(tx)
        if (isLast && moment.at === 'rollback') die()
        return result
      })
      if (isLast && moment.at === 'commit') die()
      return done as T
    },
  })
  const db = new Proxy(services.db, {
    get(target, name) {
      if (isDead) throw new Killed('a dead process does nothing')
      if (name === 'transaction') return transaction
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const refund: Services['payment']['refund'] = async (...request) => {
    const state = await services.payment.refund(...request)
    if (moment?.at === 'sent' && ++refunds === moment.after) die()
    return state
  }
  const payment = Object.assign(Object.create(services.payment), { refund })
  return { ...services, db, payment, log: services.log.child({}, { level: 'silent' }) }
}

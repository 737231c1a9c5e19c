/** The jobs that remind learners, each of each thing once: of orders that run out, and of runs that begin. */
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import { lockEndingSoon, lockStartingSoon, ordersEndingSoon, ordersStartingSoon } from './queries.server.ts'
import { mailOrderEnding, mailRunStarting } from './reminder-mails.server.ts'

type Reminding = Pick<Services, 'db' | 'settings' | 'now'>

/** So many are told in one turn; the next turn goes on. */
const AT_ONCE = 500

export async function remindOfEndings(services: Reminding): Promise<void> {
  const now = services.now()
  await forEachSettled(await ordersEndingSoon(services.db, now, AT_ONCE), (id) =>
    tell(
      services,
      (tx) => lockEndingSoon(tx, id, now),
      (tx) => mailOrderEnding(tx, services.settings, id, now),
    ),
  )
}

export async function remindOfStarts(services: Reminding): Promise<void> {
  const now = services.now()
  await forEachSettled(await ordersStartingSoon(services.db, now, AT_ONCE), (id) =>
    tell(
      services,
      (tx) => lockStartingSoon(tx, id, now),
      (tx) => mailRunStarting(tx, services.settings, id, now),
    ),
  )
}

/** Whoever pays, cancels or is refunded meanwhile is not told. */
async function tell({ db }: Reminding, isDue: (tx: Tx) => Promise<boolean>, mail: (tx: Tx) => Promise<void>) {
  await db.transaction().execute(async (tx) => {
    if (await isDue(tx)) await mail(tx)
  })
}

/** A process that stores a file and is killed before the transaction that uses the file ends. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { diskStorage } from '../../../app/adapters/storage/disk.server.ts'
import { commitFile, createPendingFile } from '../../../app/features/files/files.server.ts'
import { openDatabase } from '../../../app/platform/database/database.server.ts'

const [databaseUrl, folder, owner] = process.argv.slice(2) as [string, string, string]
const { db } = openDatabase(databaseUrl, 2, () => undefined)
const ownerId = Number(owner)
const names = ['files/killed/480.webp', 'files/killed/960.webp']
const file = { purpose: 'post', ownerId, kind: 'image', type: 'image/webp', size: 4, isPublic: true } as const
const id = await createPendingFile({ db, now: () => new Date() }, { ...file, fileName: 'a.png', names })
const storage = diskStorage(folder)
for (const name of names) await storage.put(name, Buffer.from('abcd'))
/** Never ends, so that the third file is still being written when the process is killed. */
async function* endlessContent() {
  for (;;) {
    yield Buffer.alloc(1000)
    await sleep(5)
  }
}
void storage.put('files/killed/1600.webp', endlessContent())
while ((await readdir(join(folder, '.halves'))).length === 0) await sleep(5)
await db.transaction().execute(async (tx) => {
  await commitFile(tx, id, ownerId)
  console.log(id)
  await sleep(600_000)
})

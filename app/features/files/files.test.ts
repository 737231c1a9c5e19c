/** The life of an uploaded file: whatever dies when, nothing is lost and nothing is left. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { isProblem } from '../../api/problem.ts'
import type { SignedInUser } from '../../platform/context.server.ts'
import { BACKUP_LOCK } from '../../platform/database/database.server.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { reportingProblems } from '../../platform/storage-problems.server.ts'
import { deletePicture, savePicture } from '../profile/picture-files.server.ts'
import {
  commitFile,
  createPendingFile,
  findFile,
  newFileFolder,
  releaseFile,
  releaseFilesOf,
  sweepFiles,
} from './files.server.ts'
import { marksOf, takeOverFiles, warnOfOtherInstallations } from './installation.server.ts'

const aPicture = () =>
  sharp({ create: { width: 600, height: 600, channels: 3, background: '#175c4c' } })
    .png()
    .toBuffer()

describe('an uploaded file', () => {
  let app: TestApp
  let owner: SignedInUser
  /** How far this file's clock is ahead of the app's. */
  let ahead = 0
  beforeAll(async () => {
    app = await startTestApp()
    owner = await learner(app.db)
  })
  afterAll(() => app.stop())

  const quiet = { warn: () => undefined } as never
  const services = () => ({ ...app.services, log: quiet, now: () => new Date(Date.now() + ahead) })
  let fileCount = 0

  async function begin(ownerId: number | null = owner.id, folder?: string) {
    fileCount += 1
    const names = ['480', '960'].map((width) => `${folder ?? `files/${fileCount}`}/${width}.webp`)
    const file = { purpose: 'post', kind: 'image', type: 'image/webp', size: 4, isPublic: true } as const
    const id = await createPendingFile(services(), { ...file, ownerId, fileName: 'صورة.png', names })
    return { id, names, put: (name: string) => app.services.storage.put(name, Buffer.from('abcd')) }
  }

  /** All that there is of files, in the database and in storage. */
  async function left() {
    const rows = await app.db.selectFrom('stored_files').select('id').execute()
    const names: string[] = []
    for await (const { name } of app.services.storage.list('files/')) names.push(name)
    return { rows: rows.map(({ id }) => id), names: names.sort() }
  }
  const NOTHING = { rows: [], names: [] }

  async function sweepLater(by = 2 * DAY_MS) {
    ahead = by
    try {
      await sweepFiles(services())
    } finally {
      ahead = 0
    }
  }

  it.each([0, 1, 2])('leaves nothing when the process crashes after %i of its two files', async (count) => {
    const { names, put } = await begin()
    for (const name of names.slice(0, count)) await put(name)
    await sweepLater(HOUR_MS)
    expect((await left()).names).toHaveLength(count)
    await sweepLater()
    expect(await left()).toEqual(NOTHING)
  })

  it('leaves nothing when the fact that uses it fails', async () => {
    const { id, names, put } = await begin()
    for (const name of names) await put(name)
    const failing = app.db.transaction().execute(async (tx) => {
      await commitFile(tx, id, owner.id)
      throw new Error('the post could not be written')
    })
    await expect(failing).rejects.toThrow('could not be written')
    expect((await findFile(app.db, id))?.state).toBe('coming')
    await sweepLater()
    expect(await left()).toEqual(NOTHING)
  })

  it('stays while a fact uses it, and is deleted when it is released', async () => {
    const { id, names, put } = await begin()
    for (const name of names) await put(name)
    await app.db.transaction().execute((tx) => commitFile(tx, id, owner.id))
    await sweepLater(20 * DAY_MS)
    expect(await left()).toEqual({ rows: [id], names })
    const failing = app.db.transaction().execute(async (tx) => {
      await releaseFile(tx, id)
      throw new Error('the post stays')
    })
    await expect(failing).rejects.toThrow('the post stays')
    await sweepLater(0)
    expect(await left()).toEqual({ rows: [id], names })
    await releaseFile(app.db, id)
    await sweepLater(0)
    expect(await left()).toEqual(NOTHING)
  })

  it.each([1, 2])('is deleted by the next sweep when storage fails at file number %i', async (failsAt) => {
    const { id, names, put } = await begin()
    for (const name of names) await put(name)
    await releaseFile(app.db, id)
    let removed = 0
    const storage = {
      ...app.services.storage,
      remove: async (name: string) => {
        removed += 1
        if (removed === failsAt) throw new Error('storage is away')
        await app.services.storage.remove(name)
      },
    }
    await expect(sweepFiles({ ...services(), storage })).rejects.toThrow('storage is away')
    expect((await left()).rows).toEqual([id])
    await sweepLater(0)
    expect(await left()).toEqual(NOTHING)
  })

  it('can be committed by its owner only, once, and before it expires', async () => {
    const stranger = await learner(app.db)
    const gone = (promise: Promise<unknown>) =>
      expect(promise).rejects.toMatchObject({ code: 'validation', fields: { file: ['fileGone'] } })
    const { id } = await begin()
    await gone(commitFile(app.db, id, stranger.id))
    await gone(commitFile(app.db, id, null))
    await gone(commitFile(app.db, 'no-id', owner.id))
    await gone(commitFile(app.db, crypto.randomUUID(), owner.id))
    await commitFile(app.db, id, owner.id)
    await gone(commitFile(app.db, id, owner.id))
    const guests = await begin(null)
    await gone(commitFile(app.db, guests.id, owner.id))
    await commitFile(app.db, guests.id, null)
    const late = await begin()
    await sweepLater()
    await gone(commitFile(app.db, late.id, owner.id))
    for (const one of [id, guests.id]) await releaseFile(app.db, one)
    await sweepLater(0)
    expect(await left()).toEqual(NOTHING)
  })

  it('is deleted with its owner, and no other file is', async () => {
    const leaver = await learner(app.db)
    const mine = await begin(leaver.id)
    const others = await begin()
    for (const file of [mine, others]) {
      for (const name of file.names) await file.put(name)
      await commitFile(app.db, file.id, file === mine ? leaver.id : owner.id)
    }
    await releaseFilesOf(app.db, leaver.id)
    expect((await findFile(app.db, mine.id))?.owner_id).toBeNull()
    await sweepLater(0)
    expect(await left()).toEqual({ rows: [others.id], names: others.names })
    await releaseFile(app.db, others.id)
    await sweepLater(0)
  })

  it('stays when thousands of orphaned files are deleted', async () => {
    const { id, names, put } = await begin()
    for (const name of names) await put(name)
    await commitFile(app.db, id, owner.id)
    const { own } = await marksOf(app.services)
    const folder = join(app.services.settings.dataDir, 'storage', 'files', own, 'unknown')
    mkdirSync(folder, { recursive: true })
    for (let count = 0; count < 250; count += 1) writeFileSync(join(folder, `${count}.webp`), 'x')
    for (const by of [HOUR_MS, 2 * DAY_MS, 31 * DAY_MS]) {
      await sweepLater(by)
      expect((await left()).names).toHaveLength(252)
    }
    await sweepLater(32 * DAY_MS + HOUR_MS)
    expect(await left()).toEqual({ rows: [id], names })
    await releaseFile(app.db, id)
    await sweepLater(0)
  })

  it('is never deleted by a database that is younger than the file, as after a restore', async () => {
    const uploaded = await begin(owner.id, await newFileFolder(services()))
    for (const name of uploaded.names) await uploaded.put(name)
    await commitFile(app.db, uploaded.id, owner.id)
    const row = await app.db
      .selectFrom('stored_files')
      .selectAll()
      .where('id', '=', uploaded.id)
      .executeTakeFirstOrThrow()
    // The database is restored from a backup of the day before.
    await app.db.deleteFrom('stored_files').where('id', '=', uploaded.id).execute()
    for (const days of [2, 20, 31]) await sweepLater(days * DAY_MS)
    expect((await left()).names).toEqual(uploaded.names)
    // A newer backup is found, which knows the file.
    await app.db.insertInto('stored_files').values(row).execute()
    for (const days of [33, 40, 80]) await sweepLater(days * DAY_MS)
    expect(await left()).toEqual({ rows: [uploaded.id], names: uploaded.names })
    await releaseFile(app.db, uploaded.id)
    await sweepLater(0)
    expect(await left()).toEqual(NOTHING)
  })

  it('is left alone by another installation with a copy of the database, until that takes the files over', async () => {
    const staging = () => ({
      ...services(),
      settings: { ...app.services.settings, demo: false, publicUrl: 'https://new.example' },
    })
    const theirs = await begin(owner.id, await newFileFolder(services()))
    const unknown = [`${await newFileFolder(services())}/unknown`]
    const unmarked = await begin()
    for (const name of [...theirs.names, ...unknown, ...unmarked.names]) await theirs.put(name)
    const picture = await savePicture(services(), await aPicture())
    const all = (await left()).names
    for (const { id } of [theirs, unmarked]) await releaseFile(app.db, id)
    const own = await begin(owner.id, await newFileFolder(staging()))
    for (const name of own.names) await own.put(name)
    for (const days of [2, 33, 70]) {
      ahead = days * DAY_MS
      await sweepFiles(staging())
      ahead = 0
    }
    expect((await left()).names).toEqual(all)
    await deletePicture(staging(), picture)
    expect(await app.services.storage.sizeOf(picture.slice(1))).toBeGreaterThan(0)

    const logged: unknown[] = []
    const log = { warn: (facts: unknown) => logged.push(facts) } as never
    await warnOfOtherInstallations({ ...staging(), log })
    expect(logged).toEqual([{ others: ['the demonstration'] }])
    expect(await takeOverFiles(staging())).toEqual(['the demonstration'])
    for (const days of [100, 140]) {
      ahead = days * DAY_MS
      await sweepFiles(staging())
      ahead = 0
    }
    expect(await left()).toEqual(NOTHING)
    await deletePicture(staging(), picture)
    expect(await app.services.storage.sizeOf(picture.slice(1))).toBeUndefined()
    await app.db.deleteFrom('installations').where('address', '<>', '').execute()
  })

  it('stays while a backup copies the files', async () => {
    const { id, names, put } = await begin()
    for (const name of names) await put(name)
    await releaseFile(app.db, id)
    await app.db.connection().execute(async (db) => {
      await sql`select pg_advisory_lock(${BACKUP_LOCK}::bigint)`.execute(db)
      await sweepLater()
      expect(await left()).toEqual({ rows: [id], names })
      await sql`select pg_advisory_unlock(${BACKUP_LOCK}::bigint)`.execute(db)
    })
    await sweepLater()
    expect(await left()).toEqual(NOTHING)
  })

  it('can only have names below the folder of uploaded files', async () => {
    const file = { purpose: 'cv', kind: 'file', type: 'application/pdf', size: 4, isPublic: false } as const
    const elsewhere = { ...file, ownerId: null, fileName: 'a.pdf', names: ['media/abc/a.pdf'] }
    await expect(createPendingFile(services(), elsewhere)).rejects.toThrow('outside')
  })

  it('leaves nothing when its process is killed between storing it and the end of the transaction', async () => {
    const folder = join(app.services.settings.dataDir, 'storage')
    const script = join(
      import.meta.dirname,
      '..',
      '..',
      '..',
      'tests',
      'support',
      'processes',
      'crash-while-storing.ts',
    )
    const words = [script, app.services.settings.databaseUrl!, folder, String(owner.id)]
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [logged] = await once(child.stdout, 'data')
    const id = String(logged).trim()
    const killed = once(child, 'exit')
    child.kill('SIGKILL')
    await killed
    const names = ['files/killed/480.webp', 'files/killed/960.webp']
    expect(await left()).toEqual({ rows: [id], names })
    expect(readdirSync(join(folder, '.halves'))).toHaveLength(1)
    // The transaction ends when the database finds out that nobody is there any more.
    await expect.poll(async () => (await findFile(app.db, id))?.state).toBe('coming')
    await sweepLater()
    expect(await left()).toEqual(NOTHING)
    expect(readdirSync(join(folder, '.halves'))).toEqual([])
  })
})

describe('storage that fails', () => {
  it('is reported as a storage problem, with its cause in the log', async () => {
    const app = await startTestApp()
    const logged: unknown[] = []
    const log = { error: (facts: unknown) => logged.push(facts) } as never
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const fails = () => Promise.reject(full)
    const calls = { put: fails, get: fails, open: fails, sizeOf: fails, remove: fails, signedAddress: fails }
    const storage = reportingProblems({ ...app.services.storage, ...calls }, log)
    for (const name of ['put', 'get', 'open', 'sizeOf', 'remove', 'signedAddress'] as const) {
      const call = storage[name] as (...words: unknown[]) => Promise<unknown>
      const error = await call('files/a', Buffer.from('a')).catch((problem) => problem)
      expect(isProblem(error, 'storageDown') && error.status).toBe(503)
    }
    expect(logged).toHaveLength(6)
    expect(logged[0]).toMatchObject({ err: full })
    await app.stop()
  })
})

/** One file at a post, over HTTP and against a real database and storage: who may see it, and how long it lives. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { mp4, office, pdf, png } from '../../../tests/support/attacks/upload-corpus.ts'
import { learner } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { postCategory } from '../../../tests/support/writing.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { Post } from '../community/contract.ts'
import { purgeRemovedPosts } from '../community/writing.server.ts'
import { sweepFiles } from '../files/files.server.ts'
import { endDecisions } from '../moderation/appeals.server.ts'
import type { Attachment } from './contract.ts'

let app: TestApp
let categoryId: number
beforeAll(async () => {
  app = await startTestApp()
  categoryId = await postCategory(app.db)
})
afterAll(() => app.stop())

const now = () => app.services.now()

async function member(roles: ('Student' | 'Admin')[] = ['Student']) {
  const user = await learner(app.db, { roles })
  const call = async <T = unknown>(method: string, path: string, body?: object) =>
    app.call<T>(method, path, { token: await tokenOf(app, user), ...(body ? { body } : {}) })
  const upload = async (bytes: Uint8Array, name: string) => {
    const headers = { Authorization: `Bearer ${await tokenOf(app, user)}`, 'X-File-Name': encodeURIComponent(name) }
    const response = await fetch(`${app.address}/api/Uploads`, {
      method: 'POST',
      headers,
      body: Uint8Array.from(bytes),
    })
    return ((await response.json()) as { data: Attachment }).data
  }
  const post = async (change: object = {}) => (await call<Post>('POST', 'Posts', words(change))).data
  return { user, call, upload, post }
}

let written = 0
const words = (change: object = {}) => ({
  title: `Post ${++written}`,
  content: 'With a file',
  categoryId,
  publishDate: now().toISOString(),
  ...change,
})
const statusOf = async (address: string) => (await fetch(app.address + address)).status
const stateOf = async (id: string) =>
  (await app.db.selectFrom('stored_files').select('state').where('id', '=', id).executeTakeFirst())?.state
const inStorage = () => globSync('files/**/*.*', { cwd: join(app.services.settings.dataDir, 'storage') }).length

describe('a file at a post', () => {
  it('is pending at a signed address for its owner, and public once the post is', async () => {
    const [one, other] = [await member(), await member()]
    const file = await one.upload(await png(), 'chart.png')
    expect([await statusOf(file.address), await statusOf(file.address.split('?')[0]!)]).toEqual([200, 404])
    expect((await one.call<Attachment>('GET', `Uploads?id=${file.id}`)).data.name).toBe('chart.webp')
    expect((await other.call('GET', `Uploads?id=${file.id}`)).status).toBe(404)
    expect((await other.call('POST', 'Posts', words({ file: file.id }))).error.fields).toEqual({
      file: ['We no longer have this file. Attach it again.'],
    })
    const post = await one.post({ file: file.id, fileAlt: 'Three bars' })
    expect(post.attachment).toMatchObject({ kind: 'image', width: 640, height: 400, alt: 'Three bars' })
    expect(post.attachment!.address).toBe(`/files/${file.id}/640.webp`)
    expect(await statusOf(post.attachment!.address)).toBe(200)
    const { items } = (await app.call<{ items: Post[] }>('GET', 'Posts/filter-posts')).data
    expect(items.find(({ id }) => id === post.id)?.attachment).toMatchObject({ kind: 'image', type: 'image/webp' })
    // It stands at one post only.
    expect((await one.call('POST', 'Posts', words({ file: file.id }))).status).toBe(400)
    expect((await one.call('GET', `Uploads?id=${file.id}`)).status).toBe(404)
    for (const wrong of ['x', 7, { path: '/etc/passwd', bytes: {} }, [file.id]])
      expect((await one.call('POST', 'Posts', words({ file: wrong }))).status, JSON.stringify(wrong)).toBe(400)
  })

  it('can be sent with the form of the post itself', async () => {
    const { user, call } = await member()
    const form = new FormData()
    for (const [name, value] of Object.entries(words())) form.set(name, String(value))
    form.set('file', new Blob([Uint8Array.from(office('docx'))]), 'تقرير.docx')
    const headers = { Authorization: `Bearer ${await tokenOf(app, user)}` }
    const response = await fetch(`${app.address}/api/Posts`, { method: 'POST', headers, body: form })
    const { data } = (await response.json()) as { data: Post }
    expect([response.status, data.attachment?.name, data.attachment?.kind]).toEqual([201, 'تقرير.docx', 'file'])
    const saved = await fetch(app.address + data.attachment!.address)
    expect(saved.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('تقرير.docx')}`)
    form.set('file', new Blob(['<script>']), 'x.docx')
    form.set('version', String(data.version))
    const refused = await fetch(`${app.address}/api/Posts?id=${data.id}`, { method: 'PUT', headers, body: form })
    expect(refused.status).toBe(415)
    form.delete('file')
    form.set('removeFile', 'on')
    await fetch(`${app.address}/api/Posts?id=${data.id}`, { method: 'PUT', headers, body: form })
    expect((await call<Post>('GET', `Posts/post-by-id?id=${data.id}`)).data.attachment).toBeUndefined()
  })

  it('is kept, replaced or removed by an edit; unused files are deleted from storage', async () => {
    const one = await member()
    const first = await one.upload(pdf(), 'a.pdf')
    const { id } = await one.post({ file: first.id })
    const change = async (more: object) => (await one.call<Post>('PUT', `Posts?id=${id}`, words(more))).data.attachment
    expect((await change({}))?.id).toBe(first.id)
    expect((await change({ file: first.id }))?.id).toBe(first.id)
    const second = await one.upload(mp4(), 'b.mp4')
    expect((await change({ file: second.id }))?.id).toBe(second.id)
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['dropped', 'kept'])
    expect(await statusOf(`/files/${first.id}/a.pdf`)).toBe(404)
    expect(await change({ file: null })).toBeUndefined()
    expect(await stateOf(second.id)).toBe('dropped')
    await sweepFiles(app.services)
    expect(await stateOf(second.id)).toBeUndefined()
  })

  it('that is replaced concurrently ends as one file, and the others are deleted', async () => {
    const one = await member()
    const { id } = await one.post({ file: (await one.upload(pdf(), 'a.pdf')).id })
    const files = await Promise.all(['b', 'c', 'd'].map((name) => one.upload(pdf(), `${name}.pdf`)))
    await Promise.all(files.map(({ id: file }) => one.call('PUT', `Posts?id=${id}`, words({ file }))))
    const { attachment } = (await one.call<Post>('GET', `Posts/post-by-id?id=${id}`)).data
    const states = await Promise.all(files.map((file) => stateOf(file.id)))
    expect(states.filter((state) => state === 'kept')).toHaveLength(1)
    expect(states[files.findIndex((file) => file.id === attachment!.id)]).toBe('kept')
  })

  it('keeps its alternative text until another is given', async () => {
    const one = await member()
    const file = await one.upload(await png(), 'a.png')
    const { id } = await one.post({ file: file.id, fileAlt: 'A chart' })
    const change = async (more: object) => (await one.call<Post>('PUT', `Posts?id=${id}`, words(more))).data.attachment
    expect((await change({}))?.alt).toBe('A chart')
    expect((await change({ fileAlt: 'Bars' }))?.alt).toBe('Bars')
    expect((await change({ fileAlt: '' }))?.alt).toBeUndefined()
  })

  it('is hidden, shown and deleted with its post', async () => {
    const [one, admin] = [await member(), await member(['Admin'])]
    const file = await one.upload(pdf(), 'a.pdf')
    const ahead = new Date(now().getTime() + HOUR_MS).toISOString()
    const { id, attachment } = await one.post({ file: file.id, publishDate: ahead })
    const open = `/files/${file.id}/a.pdf`
    expect([await statusOf(open), await statusOf(attachment!.address)]).toEqual([404, 200])
    app.advance(3_700_000)
    expect(await statusOf(open)).toBe(200)
    await app.db.updateTable('posts').set({ state: 'hidden' }).where('id', '=', id).execute()
    expect(await statusOf(open)).toBe(404)
    await app.db.updateTable('posts').set({ state: 'shown' }).where('id', '=', id).execute()
    await one.call('DELETE', `Posts?id=${id}`)
    expect([await statusOf(open), await stateOf(file.id)]).toEqual([404, 'kept'])
    await one.call('POST', 'Posts/restore', { id })
    expect(await statusOf(open)).toBe(200)
    await one.call('DELETE', `Posts?id=${id}`)
    app.advance(16 * MINUTE_MS)
    await purgeRemovedPosts({ db: app.db, now })
    expect([await statusOf(open), await stateOf(file.id)]).toEqual([404, 'dropped'])

    const bad = await one.upload(pdf(), 'b.pdf')
    const advert = await one.post({ file: bad.id })
    await admin.call('POST', 'Reports', { kind: 'post', id: advert.id, reason: 'advert' })
    const { items } = (await admin.call<{ items: { id: number; subjectId: number }[] }>('GET', 'admin/reports')).data
    const { id: caseId } = items.find(({ subjectId }) => subjectId === advert.id)!
    expect((await admin.call('POST', `admin/reports/${caseId}`, { decision: 'remove' })).status).toBe(200)
    // It is kept for the author's objection, and served to nobody.
    expect(await stateOf(bad.id)).toBe('kept')
    app.advance(15 * DAY_MS)
    await endDecisions({ db: app.db, now })
    expect(await stateOf(bad.id)).toBe('dropped')
    app.advance(-15 * DAY_MS)
  })

  it('that no post used is deleted after a day', async () => {
    const one = await member()
    await sweepFiles(app.services)
    const before = inStorage()
    const file = await one.upload(await png(), 'a.png')
    expect(inStorage()).toBe(before + 4)
    app.advance(25 * HOUR_MS)
    await sweepFiles(app.services)
    expect((await one.call('POST', 'Posts', words({ file: file.id }))).status).toBe(400)
    expect([inStorage(), await stateOf(file.id)]).toEqual([before, undefined])
  })

  it('is refused from a banned member', async () => {
    const one = await member()
    await one.post()
    const author = await app.db.selectFrom('authors').select('id').where('user_id', '=', one.user.id).executeTakeFirst()
    await app.db.updateTable('authors').set({ stopped_at: now() }).where('id', '=', author!.id).execute()
    expect(await one.upload(pdf(), 'a.pdf')).toBeUndefined()
    expect(await app.db.selectFrom('stored_files').select('id').where('owner_id', '=', one.user.id).execute()).toEqual(
      [],
    )
  })
})

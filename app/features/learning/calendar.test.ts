import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, inDays, order, schedule } from '../../../tests/support/factories.ts'
import { signedInMember } from '../../../tests/support/signed-in.ts'
import { joining } from '../../locales/en/joining.ts'
import { JOIN_BEFORE_MINUTES } from '../orders/join-window.ts'

describe('the calendar to which a learner subscribes', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  type Address = { address: string }
  const eventsAt = async (address: string) => {
    const answer = await fetch(app.address + new URL(address).pathname + new URL(address).search)
    const text = await answer.text()
    if (answer.status !== 200) return { status: answer.status, text, events: [] }
    const calendar = new ICAL.Component(ICAL.parse(text))
    const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
    return { status: answer.status, text, events }
  }

  it('has all seats of the learner, follows changes, and tells no link to join', async () => {
    const { user, call } = await signedInMember(app)
    expect((await call('GET', 'Learning/calendar')).data).toEqual({ address: null })
    const { address } = (await call<Address>('POST', 'Learning/calendar', {})).data
    expect((await call('GET', 'Learning/calendar')).data).toEqual({ address })
    expect((await eventsAt(address)).events).toEqual([])
    const runs = []
    for (const days of [3, 9]) {
      const { id: courseId } = await course(app.db)
      const scheduleId = await schedule(app.db, courseId, { startsAt: inDays(days) })
      runs.push({ courseId, scheduleId })
      await order(app.db, { courseId, scheduleId, userId: user.id })
    }
    const joinLink = 'https://meet.example.com/secret'
    const times = { starts_at: inDays(3), ends_at: inDays(3.1) }
    await app.db
      .insertInto('run_sessions')
      .values({ schedule_id: runs[0]!.scheduleId, ...times, join_link: joinLink })
      .execute()
    const { events, text } = await eventsAt(address)
    expect(events).toHaveLength(2)
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT4H')
    expect(text).not.toContain(joinLink)
    expect(events[0]!.description).toContain(joining.rule(JOIN_BEFORE_MINUTES))
    expect(events[1]!.description).not.toContain(joining.rule(JOIN_BEFORE_MINUTES))
    await app.db
      .updateTable('schedules')
      .set({ cancelled_at: new Date() })
      .where('id', '=', runs[1]!.scheduleId)
      .execute()
    expect((await eventsAt(address)).events).toHaveLength(1)
  })

  it('is found by its present address only', async () => {
    const { user, call } = await signedInMember(app)
    const { address } = (await call<Address>('POST', 'Learning/calendar', {})).data
    const renewed = (await call<Address>('POST', 'Learning/calendar', {})).data.address
    expect(renewed).not.toBe(address)
    expect((await eventsAt(address)).status).toBe(404)
    expect((await eventsAt(renewed)).status).toBe(200)
    const [feedId, signed] = /calendar\/([^/]+)\//.exec(renewed)![1]!.split('.') as [string, string]
    for (const token of [
      feedId,
      `${feedId}.`,
      `${feedId}.${'a'.repeat(64)}`,
      `${crypto.randomUUID()}.${signed}`,
      `${user.id}.${signed}`,
    ])
      expect((await eventsAt(renewed.replace(/calendar\/[^/]+\//, `calendar/${token}/`))).status, token).toBe(404)
    await app.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute()
    expect((await eventsAt(renewed)).status).toBe(404)
    await app.db.updateTable('users').set({ status: 'active' }).where('id', '=', user.id).execute()
    await call('DELETE', 'Learning/calendar')
    expect((await eventsAt(renewed)).status).toBe(404)
  })
})

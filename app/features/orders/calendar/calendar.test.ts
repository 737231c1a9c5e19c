import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { course, inDays, learner, order } from '../../../../tests/support/factories.ts'
import { bookable } from '../../../../tests/support/orders/orders.ts'
import { tokenOf } from '../../../../tests/support/signed-in.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import { calendarFile, type Meetings } from './calendar-file.ts'

const meetings = (facts: Partial<Meetings> = {}): Meetings => ({
  uid: 'order@example.com',
  firstDay: '2026-11-20',
  lastDay: '2026-12-03',
  weekdays: ['sun', 'tue'],
  fromTime: '17:00',
  toTime: '20:00',
  summary: 'Accounting',
  location: 'Main hall, Riyadh',
  description: 'Order number: M-1',
  url: 'https://example.com/ar/order-approved?order=1',
  lang: 'en',
  now: new Date('2026-11-20T12:00:00Z'),
  ...facts,
})

/** Reads a file with an independent implementation of iCalendar. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const component = calendar.getFirstSubcomponent('vevent')!
  const event = new ICAL.Event(component)
  const steps = event.iterator()
  const starts: string[] = []
  for (let next = steps.next(); next && starts.length < 500; next = steps.next()) starts.push(next.toString())
  return { event, starts, zone: calendar.getFirstSubcomponent('vtimezone'), component }
}

describe('a calendar file', () => {
  it('contains every meeting between the first and the last day, in the time of Riyadh', () => {
    const { starts, event, zone } = read(calendarFile(meetings()))
    expect(starts).toEqual(['2026-11-22T17:00:00', '2026-11-24T17:00:00', '2026-11-29T17:00:00', '2026-12-01T17:00:00'])
    expect(event.startDate.zone.tzid).toBe('Asia/Riyadh')
    expect(event.startDate.toJSDate()).toEqual(new Date('2026-11-22T14:00:00Z'))
    expect(event.endDate.toJSDate()).toEqual(new Date('2026-11-22T17:00:00Z'))
    expect(zone!.getFirstPropertyValue('tzid')).toBe('Asia/Riyadh')
  })

  it('covers a meeting on the last day, a single meeting, and one that ends after midnight', () => {
    expect(read(calendarFile(meetings({ lastDay: '2026-12-01' }))).starts).toHaveLength(4)
    const single = read(calendarFile(meetings({ lastDay: '2026-11-23' })))
    expect(single.starts).toEqual(['2026-11-22T17:00:00'])
    expect(single.event.isRecurring()).toBe(false)
    expect(read(calendarFile(meetings({ firstDay: '2026-11-20', lastDay: '2026-11-20' }))).starts).toEqual([
      '2026-11-20T17:00:00',
    ])
    const late = read(calendarFile(meetings({ fromTime: '22:00', toTime: '00:30' })))
    expect(late.event.duration.toSeconds()).toBe(2.5 * HOUR_SECONDS)
  })

  it('preserves long texts with mixed languages and special characters, in lines of at most 75 octets', () => {
    const summary = 'دبلوم «إدارة الأعمال»، المستوى الأول; Excel, \\macros\\ 😀'.repeat(4)
    const description = 'سطر أول\nسطر ثانٍ\r\nand a third'
    const file = calendarFile(meetings({ summary, description, lang: 'ar' }))
    const { event } = read(file)
    expect(event.summary).toBe(summary)
    expect(event.description).toBe('سطر أول\nسطر ثانٍ\nand a third')
    expect(event.component.getFirstProperty('summary')!.getParameter('language')).toBe('ar')
    expect(file.endsWith('\r\n')).toBe(true)
    for (const line of file.slice(0, -2).split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toMatch(/[\r\n]/)
      // A character split in two would not decode.
      expect(line.isWellFormed()).toBe(true)
    }
  })

  it('replaces an older one: same event, higher sequence number', () => {
    const older = read(calendarFile(meetings()))
    const newer = read(calendarFile(meetings({ fromTime: '18:00', now: new Date('2026-11-21T12:00:00Z') })))
    expect(newer.event.uid).toBe(older.event.uid)
    expect(newer.event.sequence).toBeGreaterThan(older.event.sequence)
  })
})

describe('the calendar file of an order', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  const get = async (path: string, token?: string) => {
    const response = await fetch(`${app.address}/api/${path}`, {
      headers: { 'Accept-Language': 'en', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  it('is available to its learner while the seat is paid, in the requested language', async () => {
    const own = await learner(app.db)
    const token = await tokenOf(app, own)
    const { id, reference } = await order(app.db, { ...(await bookable(app.db)), userId: own.id })
    const path = `Orders/${id}/calendar.ics`
    const file = await get(path, token)
    expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${reference}.ics"`)
    const { event } = read(file.text)
    expect(event.summary).toBe('Course')
    expect(event.location).toBe('Main hall, Riyadh')
    expect(event.description).toContain(reference)
    expect(read((await get(`${path}?lang=ar`, token)).text).event.location).toBe('القاعة الكبرى، الرياض')
    const { data } = await app.call('GET', `Orders/${id}`, { token })
    expect(data.calendarUrl).toBe(`/api/Orders/${id}/calendar.ics?lang=en`)

    expect((await get(path)).status).toBe(401)
    expect((await get(path, await tokenOf(app, await learner(app.db)))).status).toBe(404)
  })

  it('leads to the learner’s own place in which the link to an online session opens, and does not hold the link', async () => {
    const own = await learner(app.db)
    const { courseId, scheduleId } = await bookable(app.db, { delivery: 3 }, { city: null })
    const { id, reference } = await order(app.db, { courseId, scheduleId, userId: own.id })
    const join_link = 'https://meet.example.com/secret'
    await app.db
      .insertInto('run_sessions')
      .values({ schedule_id: scheduleId, starts_at: inDays(30), ends_at: inDays(30.1), join_link })
      .execute()
    const { text } = await get(`Orders/${id}/calendar.ics`, await tokenOf(app, own))
    const place = `${app.services.settings.publicUrl}/en/profile/courses#${reference}`
    const { event, component } = read(text)
    expect(text).not.toContain('meet.example.com')
    expect(event.location).toBe('Online')
    expect(component.getFirstPropertyValue('url')).toBe(place)
    expect(event.description.split('\n').slice(1)).toEqual([
      'The link to join opens in “My courses” 15 minutes before each online session.',
      `My courses: ${place}`,
    ])
  })

  it('does not exist for a recorded course or an order without a paid seat', async () => {
    const own = await learner(app.db)
    const token = await tokenOf(app, own)
    const { id: courseId } = await course(app.db, { delivery: 2 })
    const recorded = await order(app.db, { courseId, userId: own.id })
    const pending = await order(app.db, { ...(await bookable(app.db)), userId: own.id, status: 'pending' })
    for (const { id } of [recorded, pending]) {
      expect((await get(`Orders/${id}/calendar.ics`, token)).status).toBe(404)
      expect((await app.call('GET', `Orders/${id}`, { token })).data.calendarUrl).toBe(null)
    }
  })
})

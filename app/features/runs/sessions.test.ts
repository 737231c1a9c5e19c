import { describe, expect, it } from 'vitest'
import { findClashes } from './clashes.ts'
import { areTooLong, leftOutOf, overlapOf, patternOf, runTimesOf, sessionsOf, timesOf } from './sessions.ts'
import { warningsOf } from './special-days.ts'

describe('a weekly pattern', () => {
  const pattern = {
    weekdays: ['sun', 'tue'],
    firstDay: '2026-02-15',
    lastDay: '2026-02-24',
    from: '17:00',
    to: '20:00',
  } as const

  it('has a session on each of its weekdays, in Ramadan at the hours of Ramadan', () => {
    // Ramadan 1447 begins on 18 February 2026 in the Umm al-Qura calendar.
    expect(sessionsOf({ ...pattern, ramadan: { from: '21:00', to: '23:30' } })).toEqual([
      { day: '2026-02-15', from: '17:00', to: '20:00' },
      { day: '2026-02-17', from: '17:00', to: '20:00' },
      { day: '2026-02-22', from: '21:00', to: '23:30' },
      { day: '2026-02-24', from: '21:00', to: '23:30' },
    ])
  })

  it('leaves out public holidays when it shall', () => {
    const days = sessionsOf({ ...pattern, skipsHolidays: true }).map(({ day }) => day)
    expect(days).toEqual(['2026-02-15', '2026-02-17', '2026-02-24'])
    expect(leftOutOf({ ...pattern, skipsHolidays: true })).toEqual(['2026-02-22'])
    expect(leftOutOf(pattern)).toEqual([])
  })

  it('has none when its last day is before its first', () => {
    expect(sessionsOf({ ...pattern, lastDay: '2026-02-14' })).toEqual([])
  })
})

describe('the hours of a session', () => {
  it.each([
    ['17:00', '20:00', false],
    ['21:00', '01:00', false],
    ['08:00', '20:00', false],
    ['18:00', '17:00', true],
    ['18:00', '18:00', true],
    // Eight in the evening, by a clock of twelve hours.
    ['17:00', '08:00', true],
  ])('from %s to %s: too long is %s', (from, to, isTooLong) => {
    expect(areTooLong({ from, to })).toBe(isTooLong)
  })
})

describe('the pattern of sessions', () => {
  const ramadan = { from: '21:00', to: '23:30' }
  const pattern = {
    weekdays: ['sun', 'tue'],
    firstDay: '2026-02-15',
    lastDay: '2026-02-24',
    from: '17:00',
    to: '20:00',
  }

  it('is the one that they were planned by', () => {
    const planned = { ...pattern, weekdays: ['sun', 'tue'] as const, ramadan }
    expect(patternOf(sessionsOf(planned))).toEqual(planned)
    const [, , ...inRamadan] = sessionsOf(planned)
    expect(patternOf(inRamadan)).toEqual({ ...pattern, firstDay: '2026-02-22', ...ramadan, ramadan: undefined })
  })

  it('has the hours of most of them, and there is none without sessions', () => {
    const moved = { day: '2026-03-30', from: '08:00', to: '12:00' }
    expect(patternOf([moved, ...sessionsOf({ ...pattern, weekdays: ['sun', 'tue'] })])).toMatchObject({
      ...{ weekdays: ['sun', 'mon', 'tue'], firstDay: '2026-02-15', lastDay: '2026-03-30', from: '17:00', to: '20:00' },
    })
    expect(patternOf([])).toBeUndefined()
  })
})

describe('the times of a run', () => {
  it('follow from its sessions: first and last moment, weekdays in order, the hours of most of them', () => {
    const sessions = [
      { day: '2026-12-08', from: '17:00', to: '20:00' },
      { day: '2026-12-06', from: '17:00', to: '20:00' },
      { day: '2026-12-13', from: '22:00', to: '00:30' },
    ].map(timesOf)
    expect(runTimesOf(sessions)).toEqual({
      startsAt: new Date('2026-12-06T14:00:00Z'),
      endsAt: new Date('2026-12-13T21:30:00Z'),
      weekdays: ['sun', 'tue'],
      fromTime: '17:00',
      toTime: '20:00',
    })
  })

  it('never let two sessions of a run overlap', () => {
    const [one, late, next] = [
      timesOf({ day: '2026-12-06', from: '17:00', to: '20:00' }),
      timesOf({ day: '2026-12-06', from: '19:59', to: '21:00' }),
      timesOf({ day: '2026-12-06', from: '20:00', to: '21:00' }),
    ]
    expect(overlapOf([late, one])).toEqual([one, late])
    expect(overlapOf([next, one])).toBeUndefined()
  })
})

describe('a day', () => {
  it.each([
    ['2026-11-20', ['weekend']],
    ['2026-11-22', []],
    ['2026-02-19', ['ramadan']],
    ['2026-02-22', ['ramadan', 'founding-day']],
    ['2026-09-23', ['national-day']],
    // Ramadan 1447 has 30 days: the four days of the Eid begin on the last of them.
    ['2026-03-19', ['eid-al-fitr']],
    ['2026-03-22', ['eid-al-fitr']],
    ['2026-03-23', []],
    ['2026-05-25', []],
    ['2026-05-26', ['eid-al-adha']],
    ['2026-05-29', ['weekend', 'eid-al-adha']],
    ['2026-05-30', ['weekend']],
  ])('%s has the warnings %j', (day, warnings) => {
    expect(warningsOf(day)).toEqual(warnings)
  })
})

describe('sessions at the same time', () => {
  const session = (id: number, from: string, to: string, facts: { room?: string; trainerIds?: number[] } = {}) => {
    const { startsAt, endsAt } = timesOf({ day: '2026-12-06', from, to })
    const times = { startMs: startsAt.getTime(), endMs: endsAt.getTime() }
    return { id, ...times, city: 'الرياض', room: facts.room ?? null, trainerIds: facts.trainerIds ?? [] }
  }

  it('clash by room and by trainer, and not when one begins as the other ends', () => {
    const sessions = [
      session(1, '17:00', '20:00', { room: 'A', trainerIds: [7] }),
      session(2, '19:00', '21:00', { room: ' a', trainerIds: [8] }),
      session(3, '19:30', '22:00', { room: 'B', trainerIds: [7] }),
      session(4, '20:00', '21:00', { room: 'C', trainerIds: [9] }),
      session(5, '17:00', '20:00'),
    ]
    const { clashing, clashesOf } = findClashes(sessions)
    expect([...clashing].sort()).toEqual([1, 2, 3])
    expect(clashesOf(sessions[4]!)).toEqual([])
    expect(Object.fromEntries(sessions.slice(0, 3).map((one) => [one.id, clashesOf(one)]))).toEqual({
      1: [
        { with: 2, because: 'room' },
        { with: 3, because: 'trainer' },
      ],
      2: [{ with: 1, because: 'room' }],
      3: [{ with: 1, because: 'trainer' }],
    })
  })

  it('clash in a room that is spelled in two ways', () => {
    const rooms = ['قاعة 1', 'قاعه  ١', 'القاعة 1', 'قاعة 2']
    const { clashing } = findClashes(rooms.map((room, index) => session(index, '17:00', '20:00', { room })))
    expect([...clashing].sort()).toEqual([0, 1])
  })

  it('clash with a long one, too, that a short one stands before', () => {
    const { clashing } = findClashes([
      session(1, '09:00', '20:00', { room: 'A' }),
      session(2, '10:00', '11:00', { room: 'A' }),
      session(3, '18:00', '19:00', { room: 'A' }),
      session(4, '20:00', '21:00', { room: 'A' }),
    ])
    expect([...clashing].sort()).toEqual([1, 2, 3])
  })
})

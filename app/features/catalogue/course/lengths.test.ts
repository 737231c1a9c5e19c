import { expect, it } from 'vitest'
import { course as ar } from '../../../locales/ar/course.ts'
import { course as en } from '../../../locales/en/course.ts'
import { lengthText, totalMinutes } from './lengths.ts'

it.each([
  [1, 'دقيقة واحدة', '1 minute'],
  [2, 'دقيقتان', '2 minutes'],
  [9, '9 دقائق', '9 minutes'],
  [119, '119 دقيقة', '119 minutes'],
  [120, 'ساعتان', '2 hours'],
  [150, '2.5 ساعة', '2.5 hours'],
  [2400, '40 ساعة', '40 hours'],
  [180, '3 ساعات', '3 hours'],
])('shows %i minutes in readable units', (minutes, arabic, english) => {
  expect(lengthText(minutes, ar)).toBe(arabic)
  expect(lengthText(minutes, en)).toBe(english)
})

it('a unit takes as long as its lessons together', () => {
  expect(totalMinutes([{ minutes: 90 }, { minutes: 45 }])).toBe(135)
  expect(totalMinutes([])).toBe(0)
})

import { expect, test } from 'vitest'
import { dashboardOf } from './dashboard.ts'

test('each role enters the dashboard by its own door', () => {
  const at = (role: string) => dashboardOf('https://staff.example/app/', role)
  expect(['Teacher', 'Student', 'Admin', 'Owner'].map(at)).toEqual([
    'https://staff.example/app/teacher',
    'https://staff.example/app/student',
    'https://staff.example/app/admin',
    'https://staff.example/app/admin',
  ])
})

test('another role, or an institute without a dashboard, gets no link', () => {
  expect(dashboardOf('https://staff.example', 'constructor')).toBeNull()
  expect(dashboardOf(undefined, 'Owner')).toBeNull()
})

import { expect, test } from 'vitest'
import { dashboardOf } from './dashboard.ts'

test('each role enters the dashboard by its own door', () => {
  const at = (role: string) => dashboardOf('https://staff.example/app/', role, 'ar')
  expect(['Teacher', 'Student', 'Admin', 'Owner'].map(at)).toEqual([
    'https://staff.example/app/teacher',
    'https://staff.example/app/student',
    'https://staff.example/app/admin',
    'https://staff.example/app/admin',
  ])
  expect(at('constructor')).toBeNull()
})

test('without one, everybody who works for the institute is led to the desk, and nobody else', () => {
  const at = (role: string) => dashboardOf(undefined, role, 'en')
  expect(['Teacher', 'Content', 'Finance', 'Admin', 'Owner'].map(at)).toEqual(Array(5).fill('/en/desk'))
  expect(['Student', 'constructor'].map(at)).toEqual([null, null])
})

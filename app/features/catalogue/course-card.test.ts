import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { texts as ar } from '../../locales/ar/index.ts'
import { registerTexts } from '../../locales/texts.tsx'
import { CourseCard } from './course-card.tsx'
import type { CourseCard as CourseCardData } from './course-contract.ts'

registerTexts('ar', ar)

const recorded: CourseCardData = {
  ...{ id: 1, slug: 'sql', name: 'SQL', summary: '', image: '/media/covers/a.svg' },
  specialization: { id: 1, name: 'Data' },
  ...{ courseCategory: 1, level: 1, courseDeliveryMethod: 2, hours: 8 },
  ...{ priceHalalas: 35_000, currency: 'SAR', state: 'open', hasLessons: true },
}

function shown(course: CourseCardData) {
  const router = createMemoryRouter([{ path: '*', element: createElement(CourseCard, { course }) }], {
    initialEntries: ['/ar/courses'],
  })
  return renderToStaticMarkup(createElement(RouterProvider, { router }))
}

it('a recorded course is begun when it has lessons; before that its card promises no beginning', () => {
  const { card, states, actions } = ar.catalogue
  const promises = [card.startsAnytime, states.recorded, actions.recorded]
  for (const text of promises) expect(shown(recorded)).toContain(text)
  const before = shown({ ...recorded, hasLessons: false })
  for (const text of promises) expect(before).not.toContain(text)
  for (const text of [card.lessonsSoon, states.open, actions.beforeLessons]) expect(before).toContain(text)
  const free = shown({ ...recorded, hasLessons: false, priceHalalas: 0, state: 'free' })
  expect(free).not.toContain(states.free)
  expect(free).toContain(actions.free)
})

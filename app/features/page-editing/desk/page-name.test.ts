import { expect, it } from 'vitest'
import { pages } from '../../../locales/en/desk/pages.ts'
import { pageName } from './page-name.ts'

it('a page is called by its title, the home page also by what it is', () => {
  const title = { ar: 'معهد', en: 'Maahad' }
  expect(pageName({ code: 'home', title }, pages, 'en')).toBe('Home page: Maahad')
  expect(pageName({ code: 'about-us', title }, pages, 'ar')).toBe('معهد')
  expect(pageName({ code: 'about-us', title: undefined }, pages, 'ar')).toBeUndefined()
})

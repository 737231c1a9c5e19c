import { expect, test } from 'vitest'
import { texts as ar } from '../locales/ar/index.ts'
import { texts as en } from '../locales/en/index.ts'
import { registerTexts } from '../locales/texts.tsx'
import { pageMeta } from './meta.ts'

registerTexts('ar', ar)
registerTexts('en', en)

const course = {
  lang: 'ar' as const,
  siteName: 'معهد',
  publicUrl: 'https://maahad.example',
  pathname: '/ar/courses/دبلوم-إدارة-الأعمال',
  title: 'دبلوم إدارة الأعمال',
  description: 'وصف',
}
const linksOf = (page: ReturnType<typeof pageMeta>) =>
  page.filter((tag) => 'tagName' in tag).map((tag) => tag as unknown as Record<string, string>)

test('a page names itself and its other language by whole, encoded addresses', () => {
  const slug = encodeURIComponent('دبلوم-إدارة-الأعمال')
  const links = linksOf(pageMeta(course))
  expect(links.map(({ rel, hrefLang, href }) => [rel, hrefLang, href])).toEqual([
    ['canonical', undefined, `https://maahad.example/ar/courses/${slug}`],
    ['alternate', 'ar', `https://maahad.example/ar/courses/${slug}`],
    ['alternate', 'en', `https://maahad.example/en/courses/${slug}`],
    ['alternate', 'x-default', `https://maahad.example/ar/courses/${slug}`],
  ])
})

test('the title carries the name of the site once', () => {
  expect(pageMeta(course)[0]).toEqual({ title: 'دبلوم إدارة الأعمال · معهد' })
  expect(pageMeta({ ...course, title: 'معهد: تعلّم ما يصنع الفرق' })[0]).toEqual({ title: 'معهد: تعلّم ما يصنع الفرق' })
})

test('a text that contains the name of the institute is given it', () => {
  const page = pageMeta({
    ...course,
    title: (institute) => `أهلًا بك في ${institute}`,
    description: (name) => `في ${name}`,
  })
  expect(page[0]).toEqual({ title: 'أهلًا بك في معهد' })
  expect(page).toContainEqual({ name: 'description', content: 'في معهد' })
})

test('a page that is not for search engines says so and offers no other languages', () => {
  const page = pageMeta({ ...course, noindex: true })
  expect(page).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(linksOf(page).map(({ rel }) => rel)).toEqual(['canonical'])
})

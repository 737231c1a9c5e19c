import { expect, it } from 'vitest'
import { articles } from '../../locales/en/desk/articles.ts'
import { courses } from '../../locales/en/desk/courses.ts'
import { labelOf, labelsOf } from './field-labels.ts'

it('a field is called what its form calls it, and the title of an article not as the list of articles', () => {
  expect(labelOf(articles, 'title')).toBe('Title')
  expect(labelsOf(articles, ['title.en', 'categoryId'])).toEqual({ 'title.en': 'Title', categoryId: articles.category })
  expect(labelOf(courses, 'priceHalalas')).toBe(courses.priceRiyals)
})

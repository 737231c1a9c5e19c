import { expect, test } from 'vitest'
import { pagesShown } from './pages-shown.ts'

test('a short list names every page', () => {
  expect(pagesShown(1, 3)).toEqual([1, 2, 3])
  expect(pagesShown(3, 5)).toEqual([1, 2, 3, 4, 5])
})

test('a long list names the ends and the neighbours', () => {
  expect(pagesShown(10, 20)).toEqual([1, 'before', 9, 10, 11, 'after', 20])
  expect(pagesShown(1, 20)).toEqual([1, 2, 'after', 20])
})

test('a gap of one page is the page itself', () => {
  expect(pagesShown(4, 20)).toEqual([1, 2, 3, 4, 5, 'after', 20])
  expect(pagesShown(17, 20)).toEqual([1, 'before', 16, 17, 18, 19, 20])
})

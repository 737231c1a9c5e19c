import { expect, it } from 'vitest'
import { withHomeLists } from './home-lists.ts'

const keysOf = (...keys: string[]) =>
  withHomeLists(
    keys.map((key) => ({ key })),
    (key) => ({ key }),
  ).map(({ key }) => key)

it('a home page that staff have not ordered has the usual order, whatever the order of its written sections', () => {
  const usual = [
    ...['hero', 'soon', 'training', 'fields', 'what-you-get', 'latest', 'countings', 'who-we-are', 'certificates'],
    ...['reviews', 'trust', 'closing-call'],
  ]
  const written = ['who-we-are', 'certificates', 'hero', 'countings', 'training', 'what-you-get']
  expect(keysOf(...written)).toEqual(usual)
  expect(keysOf(...written, 'added-1').slice(-2)).toEqual(['added-1', 'closing-call'])
})

it('an order of staff stays, and a list that is missing in it follows what usually precedes it', () => {
  const ordered = ['hero', 'reviews', 'who-we-are', 'soon', 'closing-call', 'fields', 'trust', 'latest']
  expect(keysOf(...ordered)).toEqual(ordered)
  expect(keysOf(...ordered.filter((key) => key !== 'trust'))).toEqual([
    ...['hero', 'reviews', 'who-we-are', 'soon', 'closing-call', 'fields', 'latest', 'trust'],
  ])
})

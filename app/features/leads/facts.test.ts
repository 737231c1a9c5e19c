import { expect, it } from 'vitest'
import { factsOf } from './facts.ts'

it('a saved enquiry reads as its form asks: the organization first, whatever order the database keeps', () => {
  const saved = { jobTitle: 'Training manager', traineeCount: 8, institutionName: 'Najd', trainingLocation: 1 }
  const names = factsOf(saved, 'en').map(({ name }) => name)
  expect(names).toEqual(['institutionName', 'jobTitle', 'traineeCount', 'trainingLocation'])
})

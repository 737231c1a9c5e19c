import { describe, expect, it } from 'vitest'
import { withoutCampaign } from './campaign-query.ts'

describe('an address without the parameters of campaigns', () => {
  it.each([
    ['/ar', '/ar'],
    ['/ar?', '/ar?'],
    ['/ar?utm_source=x', '/ar'],
    ['/ar/courses?utm_source=x&page=2&UTM_Medium=mail&gclid=a', '/ar/courses?page=2'],
    ['/ar/courses?search=%D8%A5&fbclid', '/ar/courses?search=%D8%A5'],
    ['/ar?xutm_source=x&q=utm_source=1', '/ar?xutm_source=x&q=utm_source=1'],
  ])('%s → %s', (address, without) => {
    expect(withoutCampaign(address)).toBe(without)
  })
})

import { describe, expect, it } from 'vitest'
import { linksFor, POLICIES } from '../../links.ts'
import { PAGE_CODES, SEO_CODES } from '../content/codes.ts'
import { SITE_PAGES } from './site-pages.ts'

describe('the pages that staff edit', () => {
  it('are all that the product needs, each once', () => {
    const texts = SITE_PAGES.filter(({ hasTexts }) => hasTexts).map(({ code }) => code)
    expect(texts.sort()).toEqual([...PAGE_CODES].sort())
    expect(SITE_PAGES.flatMap(({ seo }) => seo ?? []).sort()).toEqual([...SEO_CODES].sort())
    expect(new Set(SITE_PAGES.map(({ code }) => code)).size).toBe(SITE_PAGES.length)
  })

  it('have the addresses that links lead to', () => {
    const links = linksFor('en')
    const known = new Set([
      ...Object.values(links).filter((link) => typeof link === 'string'),
      ...(Object.keys(POLICIES) as (keyof typeof POLICIES)[]).map(links.policy),
      ...[links.courses(), links.blog(), links.community(), links.login(), links.app('ios'), links.app('android')],
    ])
    const unknown = SITE_PAGES.filter(({ path }) => path !== undefined && !known.has(`/en${path}`))
    expect(unknown).toEqual([])
  })
})

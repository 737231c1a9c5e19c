import { describe, expect, it } from 'vitest'
import { pageAddresses } from '../../../scripts/page-addresses.ts'
import { POLICIES } from '../../links.ts'
import { SITE_ADDRESSES, targetOf } from './site-addresses.ts'

describe('where a link within the site leads', () => {
  it('knows every page of the routes, and no other', () => {
    const policies = Object.keys(POLICIES).map((policy) => `/${policy}`)
    const others = pageAddresses().filter((address) => !policies.includes(address))
    expect([...SITE_ADDRESSES].sort()).toEqual([...new Set(others)].sort())
  })

  it.each([
    ...['/', '/ar', '/en/', '/faq', '/ar/faq#key', '/courses?category=2', '/terms', '/app/ios', '/blog/rss.xml'],
    ...['/seats', '/seats/ABC', '/order-details/4', '/media/abc/film.mp4', '/sitemap.xml', '/community/new'],
  ])('finds the page %s', (path) => expect(targetOf(path)).toEqual({ to: 'page' }))

  it('finds courses, articles and posts by their addresses', () => {
    expect(targetOf('/ar/courses/%D9%85%D8%AD%D8%A7%D8%B3%D8%A8%D8%A9?x=1')).toEqual({ to: 'course', slug: 'محاسبة' })
    expect(targetOf('/blog/how-to#part-1')).toEqual({ to: 'article', slug: 'how-to' })
    expect(targetOf('/en/community/12')).toEqual({ to: 'post', id: 12 })
  })

  it.each(['/nothing', '/courses/a/b', '/community/x', '/app/windows', '/de/faq', '/%', '/media'])(
    'finds nothing at %s',
    (path) => expect(targetOf(path)).toEqual({ to: 'nowhere' }),
  )
})

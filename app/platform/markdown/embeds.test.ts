import { describe, expect, it } from 'vitest'
import { embedOf, playerOf } from './embeds.ts'
import { renderArticle, renderMarkdown } from './markdown.server.ts'

const FILM = 'dQw4w9WgXcQ'
const html = (markdown: string) => renderArticle({ ar: markdown }, 'ar').html

describe('a film of another site', () => {
  it.each([
    [`https://www.youtube.com/watch?v=${FILM}`, 'youtube', FILM],
    [`https://www.youtube.com/watch?t=3&v=${FILM}&list=x`, 'youtube', FILM],
    [`https://youtu.be/${FILM}?si=abc`, 'youtube', FILM],
    [`https://www.youtube-nocookie.com/embed/${FILM}`, 'youtube', FILM],
    ['https://vimeo.com/123456789', 'vimeo', '123456789'],
    ['https://player.vimeo.com/video/123456789?h=1', 'vimeo', '123456789'],
  ])('is known by its address: %s', (address, host, id) => {
    expect(embedOf(address)).toMatchObject({ host, id })
    expect(playerOf(host, id)?.origin).toMatch(/^https:\/\/(?:www\.youtube-nocookie|player\.vimeo)\.com$/)
  })

  it.each([
    `https://youtube.com.evil.example/watch?v=${FILM}`,
    `https://evil.example/https://youtu.be/${FILM}`,
    `http://youtu.be/${FILM}`,
    'https://www.youtube.com/@maahad',
    'https://vimeo.com/about',
  ])('is nothing of another host: %s', (address) => {
    expect(embedOf(address)).toBeUndefined()
    expect(html(address)).not.toContain('<iframe')
  })

  it('stands in a frame of our own page, with a link, where a line holds its address only', () => {
    const shown = html(`قبل\n\nhttps://youtu.be/${FILM}\n\nبعد`)
    expect(shown).toContain(`<figure data-embed="youtube"><iframe src="/ar/embed/youtube/${FILM}" title="YouTube"`)
    expect(shown).toContain(`<a href="https://www.youtube.com/watch?v=${FILM}" rel="noopener" dir="ltr">`)
    // Nothing of the other host is loaded with the article.
    expect(shown).not.toMatch(/src="https:/)
  })

  it.each([
    `انظر https://youtu.be/${FILM}`,
    `[فيلم](https://youtu.be/${FILM})`,
    `- https://youtu.be/${FILM}`,
    `<iframe src="https://www.youtube-nocookie.com/embed/${FILM}"></iframe>`,
    `<figure data-embed="youtube"><iframe src="/ar/embed/youtube/${FILM}"></iframe></figure>`,
  ])('is a link, or nothing, elsewhere: %s', (markdown) => {
    expect(html(markdown)).not.toContain('<iframe')
  })

  it('is a link in the texts of members and of courses', () => {
    expect(renderMarkdown(`https://youtu.be/${FILM}`, 'ar')).not.toContain('<iframe')
  })

  it('has no page for other hosts and names', () => {
    expect(playerOf('evil', FILM)).toBeUndefined()
    expect(playerOf('toString', FILM)).toBeUndefined()
    expect(playerOf('youtube', '"><script>')).toBeUndefined()
  })
})

/** Broken links in the content. */

import type { Content } from '../format.ts'
import { error, type Finding, warning } from './findings.ts'
import { type Place, textsOf, valuesOf } from './texts.ts'

/** @param addresses the pages of the site without their language, such as `/faq` and `/courses/:slug` */
export function brokenLinks(content: Content, addresses: string[]): Finding[] {
  const inTexts = textsOf(content).flatMap(({ file, path, text }) =>
    Object.entries(text).flatMap(([lang, words]) =>
      linksIn(words).map((link) => ({ file, path: [...path, lang], link })),
    ),
  )
  const byMembers = valuesOf(content, ['content', 'text']).flatMap(({ file, path, value }) =>
    linksIn(value).map((link) => ({ file, path, link })),
  )
  const inFields = valuesOf(content, ['link']).map(({ file, path, value }) => ({ file, path, link: value }))
  return [...inTexts, ...byMembers, ...inFields].flatMap(({ link, ...place }) =>
    wrongLink(link, place, content, addresses),
  )
}

/** The targets of the Markdown links of a text. */
export function linksIn(markdown: string): string[] {
  // Pictures are not links: consistency checks them.
  const words = markdown.replace(/!\[[^\]]*\]\([^)]*\)/g, '')
  return [...words.matchAll(/\]\(\s*<?([^)\s>]*)>?[^)]*\)/g)].map(([, target]) => target!)
}

function wrongLink(link: string, { file, path }: Place, content: Content, addresses: string[]): Finding[] {
  if (/^(https:|mailto:|tel:)\S+$/.test(link)) return []
  if (link.startsWith('http:')) return [warning(file, path, `${link} is not safe: link to https`)]
  if (!/^\/(?!\/)/.test(link)) return [error(file, path, `“${link}” is no link: begin with / or https://`)]
  if (/^\/(ar|en)(\/|$)/.test(link))
    return [error(file, path, `${link} names its language; leave it out, so that both languages have their own page`)]
  const page = decoded(link.replace(/[?#].*$/, ''))
  const course = /^\/courses\/([^/]+)$/.exec(page)?.[1]
  if (course !== undefined) return wrongCourseLink(course, { file, path }, content)
  const article = /^\/blog\/([^/]+)$/.exec(page)?.[1]
  if (article !== undefined && article !== 'rss.xml') return wrongArticleLink(article, { file, path }, content)
  return addresses.some((address) => fits(address, page)) ? [] : [error(file, path, `there is no page ${link}`)]
}

function wrongCourseLink(slug: string, { file, path }: Place, { courses }: Content): Finding[] {
  if (courses.some((course) => course.slug === slug)) return []
  const moved = courses.find(({ formerSlugs }) => formerSlugs.includes(slug))
  if (moved) return [warning(file, path, `“${slug}” is a former slug; the course is now at “${moved.slug}”`)]
  return [error(file, path, `there is no course with the slug “${slug}”`)]
}

function wrongArticleLink(slug: string, { file, path }: Place, { articles }: Content): Finding[] {
  if (articles.some((article) => article.slug === slug)) return []
  const moved = articles.find(({ formerSlugs }) => formerSlugs.includes(slug))
  if (moved) return [warning(file, path, `“${slug}” is a former slug; the article is now at “${moved.slug}”`)]
  return [error(file, path, `there is no article with the slug “${slug}”`)]
}

function fits(address: string, page: string): boolean {
  const [routeParts, pageParts] = [address.split('/'), page.replace(/(?<=.)\/$/, '').split('/')]
  return (
    routeParts.length === pageParts.length &&
    routeParts.every((part, index) => part.startsWith(':') || part === pageParts[index])
  )
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return path
  }
}

/** Addresses of the desk. */
import { withQuery } from '../links.ts'
import type { Lang } from '../locales/lang.ts'

type Query = Record<string, string | number | undefined>

/** @param path below the desk, such as `courses` or `runs/12`; the desk's first page by default */
export function deskLink(lang: Lang, path = '', query: Query = {}): string {
  return withQuery(path ? `/${lang}/desk/${path}` : `/${lang}/desk`, query)
}

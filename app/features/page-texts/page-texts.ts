/** Parts of a page without which it still does its work: the specification only logs when one cannot be had. */
import { redirect } from 'react-router'
import { textsIn } from '../../locales/texts.tsx'
import type { PageRequest } from '../../request-context.ts'

type Pages = PageRequest['api']['pages']
type Seo = Awaited<ReturnType<Pages['seoByCode']>>
type PageContent = Awaited<ReturnType<Pages['pageByCode']>>

/** The page with its draft, for whoever was given its address by staff. */
async function previewOf({ api, preview, describe }: PageRequest) {
  if (preview === undefined) return undefined
  try {
    return await api.pageEditing.pagePreview({ token: preview })
  } catch (error) {
    if (describe(error)?.code === 'notFound') throw redirect('/error')
    throw error
  }
}

/** What search engines are told of a page; undefined when that cannot be had. */
export async function seoIfAny(page: PageRequest, code: string): Promise<Seo | undefined> {
  const { api, report } = page
  const draft = await previewOf(page)
  if (draft?.seo && draft.seoCode === code) return draft.seo
  try {
    return await api.pages.seoByCode({ code })
  } catch (error) {
    report(error)
    return undefined
  }
}

/** What search engines are told of a page, or else of the site. */
export async function seoOf(page: PageRequest, code: string): Promise<Seo> {
  const { siteDescription } = textsIn(page.lang).shell
  return (await seoIfAny(page, code)) ?? { metaTitle: page.siteName, metaDescription: siteDescription, keywords: '' }
}

/** The texts of a page; when they cannot be had, the site's name and no sections. */
export async function contentOf(page: PageRequest, code: string): Promise<PageContent> {
  const { api, siteName, now, report } = page
  const draft = await previewOf(page)
  if (draft?.page && draft.code === code) return draft.page
  try {
    return await api.pages.pageByCode({ code })
  } catch (error) {
    report(error)
    const nothing = { image: null, imageAlt: '', video: null, film: null, sections: [] }
    return { ...nothing, code, title: siteName, description: '', updatedAt: now.toISOString() }
  }
}

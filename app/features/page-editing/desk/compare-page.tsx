import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { askedVersions, CompareView, MAX_CHOICES } from '../../../desk/record/compare-view.tsx'
import { comparedFields } from '../../../desk/record/compared.ts'
import { deskTextsIn, useDeskTexts } from '../../../desk/texts.tsx'
import { inLang } from '../../../locales/localized.ts'
import { fieldName, readable } from './page-form.ts'

export const loader = deskLoader(async ({ api, lang }, { request, params }) => {
  const code = params.code!
  const [page, { items: revisions }] = await Promise.all([
    api.pageEditing.editedPage({ code }),
    api.pageEditing.pageRevisions({ code, limit: MAX_CHOICES }),
  ])
  const { values, version, may, title } = page
  const { from, to } = askedVersions(queryOf(request), version)
  const hasTwo = revisions.length > 0 && from !== to
  const differences = hasTwo ? await api.pageEditing.comparePage({ code, from, to }) : []
  const t = deskTextsIn(lang, 'pages')
  const fields = comparedFields(
    differences,
    t,
    (field, value) => readable(field, value, values, lang, t),
    (field) => fieldName(values, field, lang, t),
  )
  const name = title ? inLang(title, lang) : code
  return { ...{ code, name, version, from, to, revisions, fields }, mayChange: may.change }
})

export const action = deskAction({
  restore: async ({ api, lang }, form, { params }) => {
    const code = params.code!
    await api.pageEditing.restorePage({ code, revision: Number(form.get('revision')) })
    return { to: deskLink(lang, `pages/${code}`, { said: 'saved' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta('pages', (t) => t.compare.title)

export default function ComparePage() {
  const { code, name, ...compared } = useLoaderData<typeof loader>()
  return <CompareView {...compared} above={{ title: name, path: `pages/${code}` }} t={useDeskTexts('pages')} />
}

import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { askedVersions, CompareView, MAX_CHOICES } from '../../../desk/record/compare-view.tsx'
import { comparedFields } from '../../../desk/record/compared.ts'
import { deskTextsIn, useDeskTexts } from '../../../desk/texts.tsx'
import { inLang, valueInLang } from '../../../locales/localized.ts'
import { textOf } from './article-form.ts'

export const loader = deskLoader(async ({ api, lang }, { request, params }) => {
  const id = Number(params.id)
  const [article, { items: revisions }, { categories, authors, tags }] = await Promise.all([
    api.articleEditing.editedArticle({ id }),
    api.articleEditing.articleRevisions({ id, limit: MAX_CHOICES }),
    api.articleEditing.articleChoices({}),
  ])
  const { values, version, may } = article
  const { from, to } = askedVersions(queryOf(request), version)
  const hasTwo = revisions.length > 0 && from !== to
  const differences = hasTwo ? await api.articleEditing.compareArticle({ id, from, to }) : []
  const names: Record<string, typeof categories> = { categoryId: categories, authorId: authors }
  const fields = comparedFields(differences, deskTextsIn(lang, 'articles'), (field, value) => {
    const chosen = names[field]?.find((one) => one.id === value)
    return chosen ? inLang(chosen.name, lang) : textOf(value, tags, lang)
  })
  const name = valueInLang(values, 'title', lang)
  return { ...{ id, name, version, from, to, revisions, fields }, mayChange: may.change }
})

export const action = deskAction({
  restore: async ({ api, lang }, form, { params }) => {
    const id = Number(params.id)
    await api.articleEditing.restoreArticle({ id, revision: Number(form.get('revision')) })
    return { to: deskLink(lang, `articles/${id}`, { said: 'saved' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta('articles', (t) => t.compare.title)

export default function ComparePage() {
  const { id, name, ...compared } = useLoaderData<typeof loader>()
  const t = useDeskTexts('articles')
  return <CompareView {...compared} above={{ title: name || t.title, path: `articles/${id}` }} t={t} />
}

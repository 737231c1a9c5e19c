import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { askedVersions, CompareView, MAX_CHOICES } from '../../../desk/record/compare-view.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { valueInLang } from '../../../locales/localized.ts'
import { comparisonOf } from './comparison.server.ts'

export const loader = deskLoader(async ({ api, lang }, { request, params }) => {
  const id = Number(params.id)
  const [course, { items: revisions }] = await Promise.all([
    api.courseEditing.editedCourse({ id }),
    api.courseEditing.courseRevisions({ id, limit: MAX_CHOICES }),
  ])
  const { from, to } = askedVersions(queryOf(request), course.version)
  const hasTwo = revisions.length > 0 && from !== to
  const [differences, choices] = await Promise.all([
    hasTwo ? api.courseEditing.compareCourse({ id, from, to }) : [],
    api.courseEditing.courseChoices({}),
  ])
  const { values, version, may } = course
  const name = valueInLang(values, 'name', lang)
  return { ...{ id, name, version, from, to, revisions }, may, fields: comparisonOf(differences, choices, lang) }
})

export const action = deskAction({
  restore: async ({ api, lang }, form, { params }) => {
    const id = Number(params.id)
    await api.courseEditing.restoreCourse({ id, revision: Number(form.get('revision')) })
    return { to: deskLink(lang, `courses/${id}`, { said: 'saved' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta('courses', (t) => t.compare.title)

export default function ComparePage() {
  const { id, name, may, ...compared } = useLoaderData<typeof loader>()
  const t = useDeskTexts('courses')
  return (
    <CompareView {...compared} above={{ title: name || t.title, path: `courses/${id}` }} mayChange={may.change} t={t} />
  )
}

import { deskLink } from '../../../desk/desk-links.ts'
import type { Done } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'

/** The record that a picture of the library is chosen for, by its path at the desk. */
export type Target = { kind: 'courses' | 'articles' | 'trainers' | 'partners'; id: number }

export function choosingFor(path: string | undefined): Target | undefined {
  const [, kind, id] = /^(courses|articles|trainers|partners)\/(\d{1,9})$/.exec(path ?? '') ?? []
  return kind ? { kind: kind as Target['kind'], id: Number(id) } : undefined
}

/** Gives the record the picture, and leads back to it. */
export async function chooseFor({ api, lang }: PageRequest, path: string | undefined, mediaId: number): Promise<Done> {
  const target = choosingFor(path)
  if (!target) return { to: deskLink(lang, 'media') }
  const { kind, id } = target
  if (kind === 'courses') await api.courseEditing.chooseCourseCover({ id, mediaId })
  if (kind === 'articles') await api.articleEditing.chooseArticleCover({ id, mediaId })
  if (kind === 'trainers') await api.trainers.chooseTrainerPicture({ id, mediaId })
  if (kind === 'partners') await api.organisations.chooseOrganisationLogo({ id, mediaId })
  return {
    to: deskLink(
      lang,
      `${kind}/${id}`,
      kind === 'trainers' || kind === 'partners' ? { done: 'saved' } : { said: 'saved' },
    ),
  }
}

export function ChoosingFor({ target: { kind, id } }: { target: Target }) {
  const t = useDeskTexts('media').choose
  const lang = useLang()
  return (
    <Alert kind="info" title={t.for[kind]}>
      <p>{t.hint}</p>
      <ButtonLink to={deskLink(lang, `${kind}/${id}`)} variant="quiet" size="small">
        {t.back}
      </ButtonLink>
    </Alert>
  )
}

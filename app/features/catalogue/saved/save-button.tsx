import { Form } from 'react-router'
import { linksFor } from '../../../links.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { savedLinks } from './saved-links.ts'

type Props = { courseId: number; isSaved: boolean; isGuest: boolean }

/** Keeps the course for later, or no longer. A guest signs in first; then it is saved. */
export function SaveButton({ courseId, isSaved, isGuest }: Props) {
  const t = useTexts('course').save
  const lang = useLang()
  if (isGuest)
    return (
      <ButtonLink
        to={linksFor(lang).login(savedLinks(lang).add(courseId))}
        variant="quiet"
        size="small"
        icon="bookmark"
      >
        {t.save}
      </ButtonLink>
    )
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="courseId" value={courseId} />
      <Button
        type="submit"
        name="intent"
        value={isSaved ? 'unsave' : 'save'}
        variant="quiet"
        size="small"
        icon={isSaved ? 'bookmark-check' : 'bookmark'}
        aria-pressed={isSaved}
      >
        {isSaved ? t.saved : t.save}
      </Button>
    </Form>
  )
}

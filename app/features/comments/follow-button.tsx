import { Form } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'

/** A toggle: whether the member is notified of new comments here. */
export function FollowButton({ isFollowed, pages }: { isFollowed: boolean; pages: number | undefined }) {
  const t = useTexts('comments')
  return (
    <Form method="post" preventScrollReset>
      {pages === undefined ? null : <input type="hidden" name="pages" value={pages} />}
      <SubmitButton
        name="intent"
        value={isFollowed ? 'unfollow' : 'follow'}
        size="small"
        variant="quiet"
        icon={isFollowed ? 'check' : 'plus'}
        aria-pressed={isFollowed}
        title={t.followHint}
      >
        {isFollowed ? t.followed : t.follow}
      </SubmitButton>
    </Form>
  )
}

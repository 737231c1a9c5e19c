import { Form, Link } from 'react-router'
import { viewQuery } from '../../../features/saved-views/view-lists.ts'
import { useLang } from '../../../locales/texts.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { deskLink } from '../../desk-links.ts'
import { useDeskTexts } from '../../texts.tsx'
import { ALL, addressOf, isShown, useViews } from '../../use-views.ts'
import choiceStyles from './choice-links.module.css'
import styles from './saved-views.module.css'

/** The saved views of a list, and keeping what the address shows as a further one. */
export function SavedViews({ list, query }: { list: string; query: Record<string, string> }) {
  const t = useDeskTexts('frame').views
  const lang = useLang()
  const { views, mayShare } = useViews(list)
  const shown = viewQuery(query)
  const mayKeep = Object.keys(shown).length > 0 && !views.some((view) => isShown(view, query))
  if (views.length === 0 && !mayKeep) return null
  return (
    <div className={styles.views}>
      {views.length > 0 ? (
        <nav aria-label={t.title}>
          <ul className={choiceStyles.choices}>
            <li>
              <Link to={deskLink(lang, list, ALL)} aria-current={isShown({ query: {} }, query) ? 'true' : undefined}>
                {t.all}
              </Link>
            </li>
            {views.map((view) => (
              <li key={view.id}>
                <Link
                  to={deskLink(lang, list, addressOf(view))}
                  aria-current={isShown(view, query) ? 'true' : undefined}
                >
                  <bdi>{view.name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {mayKeep ? (
        <details>
          <summary>{t.save}</summary>
          <Form method="post" action={deskLink(lang, 'views')}>
            <input type="hidden" name="intent" value="save" />
            <input type="hidden" name="list" value={list} />
            <input type="hidden" name="query" value={JSON.stringify(shown)} />
            <TextField name="name" label={t.name} required maxLength={60} dir="auto" />
            {mayShare ? <CheckField name="isShared" label={t.shareWithAll} /> : null}
            <SubmitButton size="small">{t.save}</SubmitButton>
          </Form>
        </details>
      ) : null}
      {views.length > 0 ? (
        <Link to={deskLink(lang, 'views')} className={styles.manage}>
          {t.manage}
        </Link>
      ) : null}
    </div>
  )
}

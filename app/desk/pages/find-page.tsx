import { Form, Link, useLoaderData } from 'react-router'
import type { FoundRecord } from '../../features/desk/contract.ts'
import { useLang } from '../../locales/texts.tsx'
import { FieldRow, FieldRowControl } from '../../ui/fields/field-row.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { deskLink } from '../desk-links.ts'
import { deskMeta } from '../desk-meta.ts'
import { deskLoader, queryOf } from '../desk-page.ts'
import { paletteEntriesFor } from '../palette-entries.ts'
import { useDeskTexts } from '../texts.tsx'
import { DeskHead } from '../ui/desk-head.tsx'
import styles from './find-page.module.css'

export type Found = FoundRecord

/** The command palette loads its results from here, and without scripts it is the search itself. */
export const loader = deskLoader(async ({ api }, { request }) => {
  const { query = '' } = queryOf(request)
  const [{ found }, { rights }] = await Promise.all([query ? api.desk.find({ query }) : { found: [] }, api.desk.me({})])
  return { query, found, rights }
})

export const meta = deskMeta('frame', (t) => t.find.label)

export default function FindPage() {
  const texts = useDeskTexts('frame')
  const t = texts.find
  const lang = useLang()
  const { query, found, rights } = useLoaderData<typeof loader>()
  const places = query ? paletteEntriesFor(rights, texts, query).map((place) => ({ ...place, note: '' })) : []
  const all = [...places, ...found]
  return (
    <>
      <DeskHead title={t.label} />
      <Form className={styles.form}>
        <FieldRow width="search">
          <TextField name="query" type="search" label={t.hint} defaultValue={query} required dir="auto" />
          <FieldRowControl>
            <SubmitButton>{t.open}</SubmitButton>
          </FieldRowControl>
        </FieldRow>
      </Form>
      {query && all.length === 0 ? <p role="status">{t.none}</p> : null}
      <ul className={styles.found}>
        {all.map(({ kind, title, note, path }) => (
          <li key={`${kind} ${title} ${note}`}>
            <span>{t.kinds[kind]}</span>
            <Link to={deskLink(lang, path)}>{title}</Link>
            <bdi>{note}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}

import { Form, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Synonyms } from '../contract.ts'
import { SearchParts } from './search-parts.tsx'
import styles from './searches.module.css'

const PATH = 'searches/synonyms'

export const loader = deskLoader(async ({ api }, { request }) => {
  const [list, { rights }] = await Promise.all([api.searchMisses.synonyms({}), api.desk.me({})])
  // What the institute added itself comes first.
  const isOwn = ({ words }: Synonyms) => words.some((word) => word.isOwn)
  const sorted = [...list.filter(isOwn), ...list.filter((one) => !isOwn(one))]
  return { list: sorted, done: queryOf(request).done, mayManage: rights.includes('search.manage') }
})

export const action = deskAction({
  add: async ({ api, lang }, form) => {
    const [word, sameAs] = ['word', 'sameAs'].map((name) => String(form.get(name) ?? ''))
    await api.searchMisses.addSynonym({ word, sameAs } as never)
    return { to: deskLink(lang, PATH, { done: 'synonym' }) }
  },
  remove: async ({ api, lang }, form) => {
    const [word, sense] = ['word', 'sense'].map((name) => String(form.get(name) ?? ''))
    await api.searchMisses.removeSynonym({ word, sense } as never)
    return { to: deskLink(lang, PATH, { done: 'removed' }) }
  },
})

export const meta = deskMeta('searches', (t) => t.synonyms)

/** The words that the search takes for the same. */
export default function SynonymsPage() {
  const { list, done, mayManage } = useLoaderData<typeof loader>()
  const t = useDeskTexts('searches')
  const { failureOf, typedIn, wasRefused } = useDeskAnswer()
  const failure = failureOf('add')
  const typed = typedIn('add')
  const said = done && !wasRefused ? t.done[done] : undefined
  return (
    <>
      <DeskHead title={t.synonyms} lead={t.synonymsLead} above={{ title: t.title, path: 'searches' }} />
      <SearchParts current="synonyms" />
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      {mayManage ? (
        <Panel title={t.addTitle} isForScreen>
          <Form method="post" className={styles.synonym} noValidate key={list.flatMap(({ words }) => words).length}>
            <FormErrors failure={failure} labels={{ word: t.word, sameAs: t.sameAs }} />
            <FieldRow isFilled>
              <TextField
                name="word"
                label={t.word}
                hint={t.wordHint}
                dir="auto"
                defaultValue={typed.word}
                errors={failure?.fields.word}
                required
              />
              <TextField
                name="sameAs"
                label={t.sameAs}
                hint={t.sameAsHint}
                dir="auto"
                defaultValue={typed.sameAs}
                errors={failure?.fields.sameAs}
                required
              />
            </FieldRow>
            <div>
              <SubmitButton size="small" name="intent" value="add">
                {t.add}
              </SubmitButton>
            </div>
          </Form>
        </Panel>
      ) : null}
      <RecordList<Synonyms>
        label={t.synonyms}
        rows={list}
        keyOf={({ sense }) => sense}
        pathOf={() => undefined}
        empty={<EmptyState title={t.noSynonyms} body={t.noSynonymsBody} />}
        columns={[
          { name: 'sense', title: t.sense, cell: ({ sense }) => <bdi>{sense}</bdi> },
          {
            name: 'words',
            title: t.words,
            cell: ({ sense, words }) => (
              <ul className={styles.words}>
                {words.map(({ word, isOwn }) => (
                  <li key={word}>
                    <bdi>{word}</bdi>
                    {isOwn && mayManage ? <Remove word={word} sense={sense} /> : null}
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </>
  )
}

function Remove({ word, sense }: { word: string; sense: string }) {
  const t = useDeskTexts('searches')
  return (
    <Form method="post">
      <input type="hidden" name="word" value={word} />
      <input type="hidden" name="sense" value={sense} />
      <SubmitButton variant="plain" size="small" name="intent" value="remove">
        {t.remove}
        <span className="visually-hidden"> {word}</span>
      </SubmitButton>
    </Form>
  )
}

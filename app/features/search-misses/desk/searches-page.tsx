import { Form, Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { nextPage, pageAsked } from '../../../desk/numbered-pages.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { SearchParts } from './search-parts.tsx'
import styles from './searches.module.css'

const PATH = 'searches'

export const loader = deskLoader(async ({ api }, { request }) => {
  const { done, ...query } = queryOf(request)
  const [list, { rights }] = await Promise.all([api.search.misses(pageAsked(query)), api.desk.me({})])
  const may = { manage: rights.includes('search.manage'), write: rights.includes('articles.change') }
  return { query, list, done, may }
})

export const action = deskAction({
  synonym: async ({ api, lang }, form) => {
    const said = (name: string) => String(form.get(name) ?? '')
    const miss = { term: said('term'), lang: said('lang') }
    await api.searchMisses.addSynonym({ word: said('word'), sameAs: said('sameAs'), miss } as never)
    return { to: deskLink(lang, PATH, { done: 'synonym' }) }
  },
  dismiss: async ({ api, lang }, form) => {
    const [term, of] = ['term', 'lang'].map((name) => String(form.get(name) ?? ''))
    await api.searchMisses.dismissMiss({ term, lang: of } as never)
    return { to: deskLink(lang, PATH, { done: 'dismiss' }) }
  },
})

export const meta = deskMeta('searches', (t) => t.title)

type Miss = Awaited<ReturnType<typeof loader>>['list']['items'][number]

/** What visitors searched and did not find. */
export default function SearchesPage() {
  const { query, list, done, may } = useLoaderData<typeof loader>()
  const t = useDeskTexts('searches')
  const { wasRefused } = useDeskAnswer()
  const said = done && !wasRefused ? t.done[done] : undefined
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      <SearchParts current="misses" />
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      <RecordList<Miss>
        label={t.title}
        rows={list.items}
        keyOf={({ term, lang }) => `${lang}:${term}`}
        pathOf={() => undefined}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'term', title: t.term, cell: ({ asked }) => <bdi>{asked}</bdi> },
          { name: 'lang', title: t.language, cell: ({ lang }) => t.languages[lang] },
          { name: 'count', title: t.count, cell: ({ count }) => formatNumber(count), numeric: true },
          { name: 'last', title: t.last, cell: ({ lastSeen }) => <Moment iso={lastSeen} />, wideOnly: true },
          ...(may.manage
            ? [{ name: 'act', title: t.act, cell: (miss: Miss) => <Act miss={miss} mayWrite={may.write} /> }]
            : []),
        ]}
      />
      <RecordListFoot path={PATH} query={query} total={list.totalCount} next={nextPage(list)} />
    </>
  )
}

/** What can be done about a search: its word means another, it gets an answer, or it is left alone. */
function Act({ miss: { term, asked, lang: of }, mayWrite }: { miss: Miss; mayWrite: boolean }) {
  const t = useDeskTexts('searches')
  const lang = useLang()
  const { failureOf, typedIn } = useDeskAnswer()
  const typed = typedIn('synonym')
  const isThis = typed.term === term && typed.lang === of
  const failure = isThis ? failureOf('synonym') : undefined
  const words = term.split(' ')
  const miss = (
    <>
      <input type="hidden" name="term" value={term} />
      <input type="hidden" name="lang" value={of} />
    </>
  )
  const id = (name: string) => `${name}-${of}-${term.replaceAll(' ', '-')}`
  return (
    <div className={styles.acts}>
      <details open={failure !== undefined}>
        <summary>{t.makeSynonym}</summary>
        <Form method="post" className={styles.synonym} noValidate>
          {miss}
          <FormErrors failure={failure} labels={{}} />
          {words.length > 1 ? (
            <SelectField
              name="word"
              id={id('word')}
              label={t.whichWord}
              hint={t.whichWordHint}
              options={words.map((word) => ({ value: word, label: word }))}
              defaultValue={isThis ? typed.word : words[0]}
              errors={failure?.fields.word}
            />
          ) : (
            <input type="hidden" name="word" value={term} />
          )}
          <TextField
            name="sameAs"
            id={id('sameAs')}
            label={t.sameAs}
            hint={t.sameAsHint}
            dir="auto"
            defaultValue={isThis ? typed.sameAs : undefined}
            errors={failure?.fields.sameAs}
            required
          />
          <div>
            <SubmitButton size="small" name="intent" value="synonym">
              {t.add}
            </SubmitButton>
          </div>
        </Form>
      </details>
      {mayWrite ? <Link to={deskLink(lang, 'articles/new', { [`title.${of}`]: asked })}>{t.writeArticle}</Link> : null}
      <Form method="post">
        {miss}
        <SubmitButton variant="plain" size="small" name="intent" value="dismiss">
          {t.dismiss}
          <span className="visually-hidden"> {asked}</span>
        </SubmitButton>
      </Form>
    </div>
  )
}

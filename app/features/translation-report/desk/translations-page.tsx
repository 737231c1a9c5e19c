import { useEffect } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { normalLines } from '../../../desk/edit-changes.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { CountedChoices } from '../../../desk/ui/lists/counted-choices.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import type { PageRequest } from '../../../request-context.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import type { TranslatedKind } from '../contract.ts'
import { inWords, keyOf, OpenText } from './open-text.tsx'
import { SAVING } from './saving.ts'
import styles from './translations.module.css'
import { UnsavedText } from './unsaved-text.tsx'

const PATH = 'translations'

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, done, ...query } = queryOf(request)
  const list = await page.api.translations.translations(query as never)
  return { query, list, done, toConfirm: await proofForExport(page, queryOf(request)) }
})

/** Back to the list, at the text after the one that is done. */
function onward({ lang }: PageRequest, form: FormData, request: Request, key: string) {
  const { confirm: _, done: __, ...query } = queryOf(request)
  return { to: `${deskLink(lang, PATH, { ...query, done: key })}#${String(form.get('next') ?? '')}` }
}

function textIn(form: FormData) {
  const said = (name: string) => normalLines(String(form.get(name) ?? ''))
  const { kind, id, path } = { kind: said('kind') as TranslatedKind, id: said('id'), path: said('path') }
  const typed = { path, ar: said('arabic'), en: said('english'), to: said('en') }
  return { id, typed, saving: SAVING[kind], key: keyOf({ kind, id, path }) }
}

export const action = deskAction({
  export: exportIntent(() => PATH),
  save: async (page, form, { request }) => {
    const { id, typed, saving, key } = textIn(form)
    await saving?.save(page.api, id, typed)
    return onward(page, form, request, key)
  },
  confirm: async (page, form, { request }) => {
    const { id, typed, saving, key } = textIn(form)
    await saving?.confirm(page.api, id, Number(form.get('version')), typed.path)
    return onward(page, form, request, key)
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta('translations', (t) => t.title)

/** Every English text that is missing or older than its Arabic. */
export default function TranslationsPage() {
  const { query, list, done, toConfirm } = useLoaderData<typeof loader>()
  const t = useDeskTexts('translations')
  const { wasRefused, failureOf, typedIn } = useDeskAnswer()
  const isAway = !list.items.some((text) => keyOf(text) === typedIn('confirm').key)
  const unconfirmed = isAway ? failureOf('confirm') : undefined
  useFocusOnNext()
  const { kind, state } = query
  const ofKind = list.counts.filter((count) => kind === undefined || count.kind === kind)
  const sumOf = (name: 'any' | 'missing' | 'stale') => ofKind.reduce((sum, count) => sum + count[name], 0)
  const shown = (state === 'missing' || state === 'stale' ? state : 'any') as 'any' | 'missing' | 'stale'
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      <ExportProof asked={toConfirm} />
      <CountedChoices
        label={t.kind}
        path={PATH}
        query={query}
        name="kind"
        choices={list.counts
          .filter((count) => count[shown] > 0 || count.kind === kind)
          .map((count) => ({ value: count.kind, label: t.kinds[count.kind], count: count[shown] }))}
      />
      <CountedChoices
        label={t.state}
        path={PATH}
        query={query}
        name="state"
        total={sumOf('any')}
        choices={(['missing', 'stale'] as const).map((value) => ({
          value,
          label: t.states[value],
          count: sumOf(value),
        }))}
      />
      <FormErrors failure={unconfirmed && inWords(unconfirmed, t.changedAway)} labels={{}} />
      <UnsavedText open={list.items} />
      {done && !wasRefused ? <DoneAlert>{t.done}</DoneAlert> : null}
      {list.items.length === 0 ? (
        <EmptyState title={t.none} body={t.noneBody} />
      ) : (
        <ol className={styles.texts} aria-label={t.title}>
          {list.items.map((text, place) => (
            <OpenText key={keyOf(text)} text={text} next={list.items[place + 1] ?? list.items[place - 1]} />
          ))}
        </ol>
      )}
      <RecordListFoot path={PATH} query={query} total={sumOf(shown)} next={list.next}>
        <ExportLinks path={PATH} query={query} />
      </RecordListFoot>
    </>
  )
}

/** The address names the text to go on with. */
function useFocusOnNext() {
  const { hash, key } = useLocation()
  useEffect(() => {
    const next = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    if (key && next) next.focus()
  }, [hash, key])
}

import { Form, Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { MediaThumb } from '../../pictures/media-thumb.tsx'
import type { MediaCard } from '../contract.ts'
import { ChoosingFor, chooseFor, choosingFor } from './choosing.tsx'
import styles from './media.module.css'
import { type UploadAnswer, UploadQueue } from './upload-queue.tsx'

const PATH = 'media'
/** The form of the chosen cards. */
const CHOSEN_FORM = 'chosen-media'

export const loader = deskLoader(async ({ api }, { request }) => {
  const query = queryOf(request)
  const [list, { rights }] = await Promise.all([api.media.mediaList(query as never), api.desk.me({})])
  return { query, list, mayChange: rights.includes('media.change') }
})

const numbersIn = (form: FormData, name: string) => form.getAll(name).map(Number)

export const action = deskAction({
  add: async ({ api, describe }, form) => {
    const answers: UploadAnswer[] = []
    for (const file of form.getAll('file')) {
      if (typeof file === 'string' || file.name === '') continue
      // One that is refused keeps no other one out.
      try {
        const { isNew } = await api.media.addMedia({ file })
        answers.push({ name: file.name, isNew })
      } catch (error) {
        const failure = describe(error)
        if (failure?.code !== 'validation') throw error
        answers.push({ name: file.name, refusal: failure.fields.file?.join(' ') ?? failure.message })
      }
    }
    // Nothing was chosen: the call says so.
    if (answers.length === 0) await api.media.addMedia({ file: new File([], '') })
    return { result: answers }
  },
  previewDrop: async (_, form) => ({ result: { ids: numbersIn(form, 'chosen') } }),
  drop: async ({ api, lang }, form) => {
    const { dropped, kept } = await api.media.dropMedia({ ids: numbersIn(form, 'id') })
    return { to: deskLink(lang, PATH, { state: 'dropped', dropped_: dropped.length, kept: kept.length }) }
  },
  choose: (page, form, { request }) => chooseFor(page, queryOf(request).for, Number(form.get('mediaId'))),
})

export const meta = deskMeta('media', (t) => t.title)

/** The media library: what there is, what lacks words, what nothing shows. */
export default function MediaPage() {
  const { query, list, mayChange } = useLoaderData<typeof loader>()
  const t = useDeskTexts('media')
  const lang = useLang()
  const target = choosingFor(query.for)
  const isFiltered = Object.keys(query).some((name) => name !== 'for')
  const mayDrop = mayChange && !target && query.state !== 'dropped'
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      {query.state === 'dropped' && Number(query.dropped_) > 0 ? <DoneAlert>{t.drop.done}</DoneAlert> : null}
      {Number(query.kept) > 0 ? <Alert kind="warning">{t.drop.kept(Number(query.kept))}</Alert> : null}
      {target ? <ChoosingFor target={target} /> : null}
      {mayChange ? <UploadQueue /> : null}
      <DropPreview items={list.items} />
      <Filters
        path={PATH}
        query={query}
        searchLabel={t.search}
        selects={[
          {
            name: 'state',
            label: t.state,
            any: t.anyState,
            choices: Object.entries(t.states).map(([value, label]) => ({ value, label })),
          },
          {
            name: 'kind',
            label: t.kind,
            choices: Object.entries(t.kinds).map(([value, label]) => ({ value, label })),
          },
        ]}
        keeps={['for']}
      />
      {list.items.length === 0 ? (
        isFiltered ? (
          <EmptyState title={t.picker.none} />
        ) : (
          <EmptyState title={t.empty} body={t.emptyBody} />
        )
      ) : (
        <ul className={styles.grid} aria-label={t.title}>
          {list.items.map((item) => (
            <li key={item.id} className={styles.card}>
              <Link to={deskLink(lang, `${PATH}/${item.id}`)} className={styles.record}>
                <MediaThumb address={item.address} kind={item.kind} alt="" />
                <bdi>{item.fileName}</bdi>
              </Link>
              <CardFacts item={item} />
              {mayDrop && item.useCount === 0 ? (
                <label className={styles.choice}>
                  <input type="checkbox" name="chosen" value={item.id} form={CHOSEN_FORM} />
                  <span className="visually-hidden">{t.drop.select(item.fileName)}</span>
                </label>
              ) : null}
              {target && item.kind !== 'film' ? (
                <Form method="post">
                  <input type="hidden" name="mediaId" value={item.id} />
                  <SubmitButton name="intent" value="choose" size="small" variant="quiet">
                    {t.choose.use}
                  </SubmitButton>
                </Form>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {mayDrop && list.items.some(({ useCount }) => useCount === 0) ? (
        <Form method="post" id={CHOSEN_FORM} className={styles.bulk}>
          <SubmitButton name="intent" value="previewDrop" size="small" variant="quiet">
            {t.drop.choose}
          </SubmitButton>
        </Form>
      ) : null}
      <RecordListFoot
        path={PATH}
        query={query}
        total={list.totalCount}
        isCapped={list.totalIsCapped}
        next={list.next}
      />
    </>
  )
}

function CardFacts({ item: { kind, width, height, alt, useCount, isDropped } }: { item: MediaCard }) {
  const t = useDeskTexts('media')
  const lang = useLang()
  return (
    <div className={styles.facts}>
      <p>
        {t.kinds[kind]}
        {width && height ? ` · ${t.size(width, height)}` : null}
      </p>
      <p data-missing={alt ? undefined : true}>{alt ? inLang(alt, lang) : t.noAlt}</p>
      {alt && !alt.en ? <p data-missing>{t.noEnglish}</p> : null}
      <p>{isDropped ? t.dropped : t.uses(useCount)}</p>
    </div>
  )
}

/** What will happen to the chosen ones, before it does. */
function DropPreview({ items }: { items: MediaCard[] }) {
  const t = useDeskTexts('media').drop
  const { resultOf, failureOf } = useDeskAnswer()
  const chosen = resultOf('previewDrop') as { ids: number[] } | undefined
  const failure = failureOf('drop')
  if (failure) return <Alert kind="error">{failure.message}</Alert>
  if (!chosen) return null
  if (chosen.ids.length === 0) return <Alert kind="warning">{t.none}</Alert>
  const named = items.filter(({ id }) => chosen.ids.includes(id))
  return (
    <Panel title={t.preview(named.length)}>
      <p>{t.happens}</p>
      <ul className={styles.jobs}>
        {named.map(({ id, fileName }) => (
          <li key={id}>
            <bdi>{fileName}</bdi>
          </li>
        ))}
      </ul>
      <Form method="post">
        {chosen.ids.map((id) => (
          <input key={id} type="hidden" name="id" value={id} />
        ))}
        <SubmitButton name="intent" value="drop">
          {t.confirm}
        </SubmitButton>
      </Form>
    </Panel>
  )
}

import { type ComponentProps, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { wasChangedEarly } from '../../ui/use-early-change.ts'
import { useDeskTexts } from '../texts.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import {
  ACCEPTED,
  DRAFT_FIELD,
  FINISHING_FIELD,
  readDraft,
  removeDraft,
  storeDraft,
  type Typed,
} from './draft-store.ts'
import { fillIn, valuesAtFirst, valuesIn } from './form-fields.ts'
import { usePageDraftKey } from './use-draft-key.ts'

type Props = Omit<ComponentProps<typeof Form>, 'method' | 'name'> & {
  /** Distinguishes forms of one page. */
  name?: string
  /** The intent that finishes the form, where it has others, such as a preview. */
  until?: string
  onRestored?: () => void
  /** Called when what was sent is accepted. */
  onAccepted?: () => void
}

/**
 * A form of the desk that sends. What was typed is kept in this browser until it is accepted: it survives a lost
 * connection, a closed tab and an ended session. Never passwords or files. A record that exists is edited in `EditForm`.
 */
export function KeptForm({ name = '', until, onRestored, onAccepted, children, ...rest }: Props) {
  const t = useDeskTexts('frame').edit
  const form = useRef<HTMLFormElement>(null)
  const key = usePageDraftKey(name)
  const { search } = useLocation()
  const { wasRefused } = useDeskAnswer()
  const [isRestored, setRestored] = useState(false)
  /** The values with which the page came. After a refusal they are what was typed, which is not accepted. */
  const atFirst = useRef<Typed>(null)

  const keep = useCallback(() => {
    if (!form.current) return
    const values = valuesIn(form.current)
    // The fields of another query of the page are not here to be changed.
    const elsewhere = Object.entries(readDraft(key)?.typed ?? {}).filter(([place]) => !(place in values))
    const changed = Object.entries(values).filter(([place, value]) => value !== atFirst.current?.[place])
    storeDraft(key, { typedAt: Date.now(), search, typed: Object.fromEntries([...elsewhere, ...changed]) })
    if (changed.length === 0) setRestored(false)
  }, [key, search])

  const restore = useEffectEvent(() => {
    if (!form.current) return
    atFirst.current = wasRefused ? {} : valuesAtFirst(form.current)
    const draft = readDraft(key)
    if (draft && fillIn(form.current, draft.typed)) {
      setRestored(true)
      onRestored?.()
    }
    if ([...form.current.elements].some(wasChangedEarly)) keep()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft is restored anew
  useEffect(() => restore(), [key])

  const empty = useEffectEvent(() => {
    if (!form.current) return
    form.current.reset()
    atFirst.current = valuesAtFirst(form.current)
    setRestored(false)
    const since = readDraft(key)
    if (since) fillIn(form.current, since.typed)
    onAccepted?.()
  })
  useEffect(() => {
    const accepted = (event: Event) => {
      if ((event as CustomEvent<string>).detail !== key) return
      event.preventDefault()
      empty()
    }
    window.addEventListener(ACCEPTED, accepted)
    return () => window.removeEventListener(ACCEPTED, accepted)
  }, [key])

  function discard() {
    removeDraft(key)
    if (form.current) fillIn(form.current, valuesAtFirst(form.current))
    setRestored(false)
  }

  return (
    <Form noValidate {...rest} ref={form} method="post" onInput={keep} onChange={keep}>
      <input type="hidden" name={DRAFT_FIELD} value={key} />
      {until ? <input type="hidden" name={FINISHING_FIELD} value={until} /> : null}
      {isRestored ? (
        <Alert kind="info">
          {t.kept}{' '}
          <Button variant="plain" size="small" onClick={discard}>
            {t.discard}
          </Button>
        </Alert>
      ) : null}
      {children}
    </Form>
  )
}

/** Leads back to the kept form of a page that shows it for another query only. */
export function UnfinishedForm({ name = '' }: { name?: string }) {
  const t = useDeskTexts('frame').edit
  const key = usePageDraftKey(name)
  const { search } = useLocation()
  const [query, setQuery] = useState<string>()
  useEffect(() => {
    const draft = readDraft(key)
    setQuery(draft && draft.search !== search ? draft.search : undefined)
  }, [key, search])
  if (query === undefined) return null
  const discard = () => {
    removeDraft(key)
    setQuery(undefined)
  }
  return (
    <Alert kind="info">
      {t.unfinished} <Link to={{ search: query }}>{t.resume}</Link>{' '}
      <Button variant="plain" size="small" onClick={discard}>
        {t.discard}
      </Button>
    </Alert>
  )
}

/** What was typed into the form of a record and is not saved yet: kept in this browser, shown again, said to be unsaved. */
import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { wasChangedEarly } from '../../ui/use-early-change.ts'
import { draftText, readDraft, storeEdits } from '../drafts/draft-store.ts'
import { useDraftKey } from '../drafts/use-draft-key.ts'
import { useDeskAnswer } from '../use-desk-answer.ts'
import { setField } from './field-values.ts'
import {
  acceptedAsIs,
  changedBetween,
  editsIn,
  focusSameField,
  overtakenIn,
  showAccepted,
  type Values,
} from './form-edits.ts'
import type { Overtaken } from './overtaken-texts.tsx'
import type { Sent } from './use-sends.ts'

const NONE: ReadonlySet<string> = new Set()
/** The button that keeps the fields as a draft of the record. */
const DRAFT_INTENT = 'draft'

/**
 * @param sent the send of the form that is not answered yet
 * @param shown the values with which the fields came: what differs from them is unsaved
 * @param made by what the fields were made: they take their values anew when it is another
 * @param intent the value of the button that saves
 * @param removed texts for fields that are no longer in the form
 */
export function useUnsavedEdits(
  form: RefObject<HTMLFormElement | null>,
  sent: RefObject<Sent | null>,
  {
    record,
    shown,
    made,
    intent,
    isReadOnly,
    removed,
  }: { record: string; shown: Values; made: string; intent: string; isReadOnly: boolean; removed: Values },
) {
  const [changed, setChanged] = useState(0)
  const [isRestored, setRestored] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [overtaken, setOvertaken] = useState<Overtaken[]>([])
  const key = useDraftKey(record, 'edit')
  const originals = JSON.stringify(shown)
  const removedTexts = JSON.stringify(removed)
  const opened = useRef({ made, originals, key, record })
  /** What the fields had last that is not saved. */
  const typed = useRef<Values>({})
  /** What these came with when they were changed. */
  const bases = useRef<Values>({})
  /** What was typed into fields that are no longer in the form: kept until it is discarded. */
  const [gone, setGone] = useState<Values>({})
  const goneNow = useRef<Values>({})
  /** The fields of which this tab keeps something: another tab may have the same record open. Null before they are filled. */
  const own = useRef<ReadonlySet<string>>(null)
  const focused = useRef<HTMLElement>(null)
  const { key: entry } = useLocation()
  const { wasRefused } = useDeskAnswer()

  const keep = useCallback(() => {
    storeEdits(key, own.current ?? NONE, typed.current, bases.current)
    own.current = new Set(Object.keys(typed.current))
  }, [key])

  const look = useCallback(() => {
    if (!form.current || isReadOnly) return
    const came: Values = JSON.parse(originals)
    const edits = editsIn(form.current, came)
    typed.current = { ...goneNow.current, ...edits }
    bases.current = Object.fromEntries(
      Object.keys(typed.current).map((name) => [name, bases.current[name] ?? came[name] ?? '']),
    )
    const count = Object.keys(edits).length
    setChanged(count)
    setOvertaken((former) =>
      former.every(({ name }) => name in edits) ? former : former.filter((one) => one.name in edits),
    )
    if (count === 0) setRestored(false)
    else setSaved(false)
    keep()
  }, [keep, form, originals, isReadOnly])

  const forget = useCallback(() => {
    typed.current = { ...goneNow.current }
    bases.current = {}
    keep()
  }, [keep])

  const answeredSend = useEffectEvent(() => (sent.current && sent.current.entry !== entry ? sent.current : null))

  // In the same task as the fields are made anew, so that no key falls between.
  useLayoutEffect(() => {
    if (!form.current || isReadOnly) return
    const before = opened.current
    opened.current = { made, originals, key, record }
    const cameBefore: Values = JSON.parse(before.originals)
    const came: Values = JSON.parse(originals)
    const isTheSame = own.current !== null && before.key === key
    const kept = isTheSame ? undefined : readDraft(key)
    const edits = { ...(isTheSame ? typed.current : kept?.typed) }
    const hadEdits = Object.keys(edits).length > 0
    if (!isTheSame) bases.current = kept?.from ?? {}
    const answered = answeredSend()
    // Saved, the record goes on with its draft, or without it: what was typed while it was sent goes with it.
    if (before.key !== key && answered && !wasRefused && isSameRecord(before.record, record)) {
      for (const [name, value] of Object.entries(typed.current)) if (value !== answered.edits[name]) edits[name] = value
      storeEdits(before.key, own.current ?? NONE, {}, {})
    }
    if (!isTheSame) own.current = new Set(Object.keys(kept?.typed ?? {}))
    // The fields were made anew: what this form saved is in them, what else was typed is not.
    if (before.made !== made && answered) {
      for (const { name, former } of changedBetween(cameBefore, came)) {
        if (edits[name] === answered.edits[name]) delete edits[name]
        // Put back meanwhile, it was no edit until its change was saved.
        else if (name in answered.edits && !(name in typed.current)) edits[name] = former
      }
      if (!wasRefused && answered.button === intent)
        for (const name of acceptedAsIs(answered.edits, edits)) delete edits[name]
      for (const name of Object.keys(answered.edits)) delete bases.current[name]
    }
    // A refusal shows both texts itself.
    if (wasRefused) for (const { name } of changedBetween(cameBefore, came)) delete bases.current[name]
    goneNow.current = Object.fromEntries(
      Object.entries({ ...(JSON.parse(removedTexts) as Values), ...edits }).filter(
        ([name, value]) => !(name in came) && value !== '',
      ),
    )
    setGone(goneNow.current)
    setOvertaken(overtakenIn(form.current, edits, bases.current, came))
    const applied = Object.entries(edits).filter(([name, value]) => setField(form.current!, name, value))
    // What goes on in this tab was not away.
    if (applied.some(([name]) => kept && name in kept.typed)) setRestored(true)
    if (before.made !== made && focused.current) focusSameField(focused.current, form.current)
    look()
    // A draft of the record differs from it as it comes: nobody typed that here.
    const isAsItCame = before.made === made && before.originals === originals
    if (!hadEdits && isAsItCame && ![...form.current.elements].some(wasChangedEarly)) forget()
  }, [form, key, record, made, originals, removedTexts, look, forget, isReadOnly, wasRefused, intent])

  /** What a send takes with it. */
  function send(button: string): Pick<Sent, 'edits' | 'kept'> {
    return {
      edits: form.current ? editsIn(form.current, shown) : {},
      kept: button === DRAFT_INTENT ? { key, text: draftText(key) } : null,
    }
  }

  function answer({ button, edits, kept }: Sent) {
    if (!wasRefused) {
      setSaved(true)
      if (button === intent && form.current) showAccepted(form.current, edits, shown)
    }
    // What the institute keeps as a draft is not unsaved; the page may show the record as it was.
    if (kept && !wasRefused && draftText(kept.key) === kept.text) {
      storeEdits(kept.key, new Set(Object.keys(edits)), {}, {})
      if (kept.key === key) {
        forget()
        setRestored(false)
      }
    } else look()
  }

  function discardGone(name: string) {
    const { [name]: _, ...rest } = goneNow.current
    goneNow.current = rest
    setGone(rest)
    look()
  }

  function discard() {
    forget()
    form.current?.reset()
    setOvertaken([])
    setRestored(false)
    setChanged(0)
  }

  return { key, changed, isRestored, isSaved, overtaken, gone, focused, look, send, answer, discard, discardGone }
}

/** Whether both are one record, with or without its draft: `article:12` and `article:12:draft`. */
const isSameRecord = (one: string, other: string) => baseOf(one) === baseOf(other)
const baseOf = (record: string) => record.split(':').slice(0, 2).join(':')

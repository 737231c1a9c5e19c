import { type ReactNode, type RefObject, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Marked } from './marked.tsx'
import { type Option, optionGroups } from './suggested-options.tsx'
import styles from './suggestions.module.css'
import { useCombobox } from './use-combobox.ts'
import { type Suggesting, useSuggestions } from './use-suggestions.tsx'

/** The suggestions below a search field. */
export default function Suggestions(props: { input: RefObject<HTMLInputElement | null> }) {
  return (
    <Suspense>
      <Combobox {...props} />
    </Suspense>
  )
}

function Combobox({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const t = useTexts('search')
  const links = linksFor(useLang())
  const catalogue = useTexts('catalogue')
  const listId = useId()
  const [attempt, setAttempt] = useState(0)
  const [term, setTerm] = useState(() => input.current?.value ?? '')
  const suggesting = useSuggestions(term, attempt)
  const groups = suggesting.found ? optionGroups(suggesting.found, links, t, catalogue) : []
  const found = groups.flatMap(({ options }) => options)
  const options = found.length > 0 ? found.length + 1 : 0
  const { isOpen, active, close } = useCombobox({
    input,
    listId,
    options,
    hasPanel: suggesting.status !== 'none',
    typed: setTerm,
  })

  const marks = suggesting.found?.mended ?? suggesting.term
  const option = (place: number, to: string, children: ReactNode) => (
    <Link
      key={to}
      id={`${listId}-${place}`}
      className={styles.option}
      role="option"
      aria-selected={active === place}
      tabIndex={-1}
      to={to}
      onClick={close}
    >
      {children}
    </Link>
  )
  let place = 0
  return (
    <>
      <span className="visually-hidden" role="status">
        {isOpen ? announced(suggesting, found.length, t) : ''}
      </span>
      {/* A click inside must not take the focus from the field, which would close the list. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is */}
      <div className={styles.panel} hidden={!isOpen} onMouseDown={(event) => event.preventDefault()}>
        {suggesting.found?.mended ? <p className={styles.note}>{t.near(suggesting.found.mended)}</p> : null}
        <div id={listId} role="listbox" aria-label={t.suggestions} hidden={options === 0}>
          {groups.map(({ name, options: members }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
            <div key={name} role="group" aria-label={name}>
              <p className={styles.heading} aria-hidden>
                {name}
              </p>
              {members.map((member) => option(place++, member.to, <OptionBody option={member} term={marks} />))}
            </div>
          ))}
          {options > 0 &&
            option(
              place,
              links.search(suggesting.term),
              <span className={styles.all}>
                <span>
                  <bdi>{t.allResults(suggesting.term)}</bdi>
                </span>
                <Icon name="arrow-forward" size={18} />
              </span>,
            )}
        </div>
        {options === 0 && <Message suggesting={suggesting} retry={() => setAttempt(attempt + 1)} />}
      </div>
    </>
  )
}

function announced({ status, found, term }: Suggesting, count: number, t: ReturnType<typeof useTexts<'search'>>) {
  if (status === 'failed') return t.failed
  if (status !== 'ready' || !found) return ''
  if (count === 0) return t.none(term)
  return [found.mended ? t.near(found.mended) : '', t.suggested(count)].filter(Boolean).join('. ')
}

function OptionBody({ option, term }: { option: Option; term: string }) {
  return (
    <>
      {option.picture}
      <span className={styles.words}>
        <span className={styles.name}>
          <Marked term={term}>{option.name}</Marked>
        </span>
        {option.detail ? <span className={styles.detail}>{option.detail}</span> : null}
      </span>
    </>
  )
}

/** Shown in place of options. */
function Message({ suggesting: { status, term, found }, retry }: { suggesting: Suggesting; retry: () => void }) {
  const t = useTexts('search')
  if (status === 'failed')
    return (
      <div className={styles.message}>
        <p>{t.failed}</p>
        <button type="button" className={styles.retry} tabIndex={-1} onClick={retry}>
          {t.retry}
        </button>
      </div>
    )
  if (found)
    return (
      <div className={styles.message}>
        <p>
          <bdi>{t.none(term)}</bdi>
        </p>
        <p className={styles.detail}>{t.noneHint}</p>
      </div>
    )
  return (
    <div className={styles.awaited}>
      <span className="visually-hidden">{t.loading}</span>
      {[0, 1, 2].map((line) => (
        <span key={line} className={styles.skeleton} aria-hidden />
      ))}
    </div>
  )
}

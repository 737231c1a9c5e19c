import { isRouteErrorResponse, useLocation, useParams } from 'react-router'
import { linksFor } from '../links.ts'
import { LANGS, type Lang } from '../locales/lang.ts'
import { ButtonLink } from '../ui/button.tsx'
import { deskLink } from './desk-links.ts'
import type { DeskError } from './desk-page.ts'
import styles from './failure.module.css'
import { useDeskTexts } from './texts.tsx'

/** The browsers' words for a request that reached nobody. */
const isLostConnection = (error: unknown) =>
  error instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(error.message)

const KINDS: Record<number, 'forbidden' | 'notFound' | 'noForm' | 'notNow'> = {
  400: 'notFound',
  403: 'forbidden',
  404: 'notFound',
  405: 'noForm',
  409: 'notNow',
  429: 'notNow',
}

/** What the desk shows instead of a page: no right, nothing there, or an error. */
/** @param isOutside whether the person has not come into the desk, whose pages would all refuse them */
export function DeskFailure({ error, isOutside = false }: { error: unknown; isOutside?: boolean }) {
  const { failure: t, title } = useDeskTexts('frame')
  const { lang: segment } = useParams()
  const lang: Lang = LANGS.find((known) => known === segment) ?? 'ar'
  const { pathname, search } = useLocation()
  const failure = isRouteErrorResponse(error) ? (error.data as Partial<DeskError> | null) : undefined
  // What cannot be done now, such as cancelling what is cancelled, is its own heading.
  const refusal = isRouteErrorResponse(error) && error.status === 409 ? failure?.message || undefined : undefined
  const kind = !isRouteErrorResponse(error)
    ? isLostConnection(error)
      ? 'offline'
      : 'unexpected'
    : error.status === 403 && isOutside
      ? 'staffOnly'
      : (KINDS[error.status] ?? 'unexpected')
  return (
    <div className={styles.failure}>
      {/* The title of a page that could not be loaded is not written. */}
      <title>{`${refusal ?? t[kind]} · ${title}`}</title>
      <h1>{refusal ?? t[kind]}</h1>
      {refusal ? null : <p>{kind === 'unexpected' && failure?.message ? failure.message : t[`${kind}Body`]}</p>}
      {kind === 'offline' ? (
        <ButtonLink to={pathname + search} reloadDocument>
          {t.again}
        </ButtonLink>
      ) : null}
      {kind === 'staffOnly' ? (
        <ButtonLink to={linksFor(lang).home} variant="quiet" reloadDocument>
          {t.toSite}
        </ButtonLink>
      ) : (
        <ButtonLink to={deskLink(lang)} variant="quiet" reloadDocument={kind === 'unexpected' || kind === 'offline'}>
          {t.toToday}
        </ButtonLink>
      )}
    </div>
  )
}

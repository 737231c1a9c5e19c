import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { UNSENT } from '../../links.ts'

/**
 * A form that was sent after the session had ended is filled in again once its sender has signed in, which leads back to
 * the page with `UNSENT`.
 */
export function useUnsent(): void {
  const { pathname, hash } = useLocation()
  const { state } = useNavigation()
  const isSent = useRef(false)
  useEffect(() => {
    const left = new AbortController()
    forms().then(
      ({ keepSent, fillIn }) => {
        if (hash === `#${UNSENT}` && !left.signal.aborted) fillIn(pathname)
        keepSent(pathname, left.signal)
      },
      () => {},
    )
    return () => left.abort()
  }, [pathname, hash])
  useEffect(() => {
    // The page is still here: the form was answered, and shows itself what was typed if it was refused.
    if (state === 'idle' && isSent.current)
      forms().then(
        ({ forgetSent }) => forgetSent(),
        () => {},
      )
    isSent.current = state !== 'idle'
  }, [state])
}

/** Guests never load this code. */
const forms = () => import('./unsent-forms.ts')

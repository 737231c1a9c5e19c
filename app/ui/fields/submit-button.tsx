import { type ComponentProps, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import styles from '../button.module.css'
import { Button, type ButtonLook } from '../button.tsx'

/** A second click within this time is ignored. */
const DOUBLE_CLICK_MS = 600

/**
 * Submits its form. While the response is pending it shows so and ignores further clicks; it is never disabled, so that
 * it also works before scripts and keeps the focus.
 * @param busy for a form submitted by a fetcher, whose state the button cannot see
 */
export function SubmitButton({
  busy,
  children,
  onClick,
  ...rest
}: ButtonLook & Omit<ComponentProps<'button'>, 'type'> & { busy?: boolean }) {
  const navigation = useNavigation()
  const [pressed, setPressed] = useState(false)
  const lastPress = useRef(Number.NEGATIVE_INFINITY)
  const sending = navigation.state !== 'idle' && navigation.formMethod !== undefined
  const isBusy = busy ?? (pressed && sending)

  useEffect(() => {
    if (navigation.state !== 'idle') return
    setPressed(false)
    // The response has arrived: the next click counts again.
    lastPress.current = Number.NEGATIVE_INFINITY
  }, [navigation.state])

  function press(event: MouseEvent<HTMLButtonElement>) {
    const repeated = event.timeStamp - lastPress.current < DOUBLE_CLICK_MS
    if (isBusy || repeated) {
      event.preventDefault()
      return
    }
    lastPress.current = event.timeStamp
    // What has been changed since is sent, also when the response was too quick for a render in between.
    const countAgain = () => {
      lastPress.current = Number.NEGATIVE_INFINITY
    }
    event.currentTarget.form?.addEventListener('input', countAgain, { once: true })
    setPressed(true)
    onClick?.(event)
  }

  return (
    <Button {...rest} type="submit" onClick={press} aria-disabled={isBusy || undefined}>
      {isBusy ? <span className={styles.busy} aria-hidden /> : null}
      {children}
    </Button>
  )
}

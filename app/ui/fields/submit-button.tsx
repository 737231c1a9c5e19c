import { type ComponentProps, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import styles from '../button.module.css'
import { Button, type ButtonLook } from '../button.tsx'

/** A second press this soon is the same press. */
const DOUBLE_CLICK_MS = 600

/**
 * Sends its form. While the answer is awaited it shows so and sends nothing again; it is never disabled, so that it
 * also works before scripts and keeps the focus.
 * @param busy for a form that is sent by a fetcher, whose state the button cannot see
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
    // The answer is there: a press from now on means it.
    lastPress.current = Number.NEGATIVE_INFINITY
  }, [navigation.state])

  function press(event: MouseEvent<HTMLButtonElement>) {
    const repeated = event.timeStamp - lastPress.current < DOUBLE_CLICK_MS
    if (isBusy || repeated) {
      event.preventDefault()
      return
    }
    lastPress.current = event.timeStamp
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
